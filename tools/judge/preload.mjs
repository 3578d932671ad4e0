// Loaded by a process that is started before it is asked for: what any test file needs, and takes long to load.
import 'fast-check'
