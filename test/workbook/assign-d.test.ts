import { provesPack } from './assign/proofs.ts'

provesPack(['03,15'], ['03', '15'])
