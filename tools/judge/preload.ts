// Loaded by a process that is started before it is asked for: what any kata's tests need.
import '../../test/support/index.ts'
import './entered.ts'
import './runner.ts'
