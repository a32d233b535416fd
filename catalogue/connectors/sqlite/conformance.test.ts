import { sqlConforms } from '@weft/kit/testing/sql-conformance.ts'
import { sqliteCounterpart } from './testing/counterpart.ts'
import { sqlite } from './sqlite.ts'

await sqlConforms(sqlite, sqliteCounterpart)
