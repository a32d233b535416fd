import { sqlConforms } from '@weft/kit/testing/sql-conformance.ts'
import { firebirdCounterpart } from './testing/counterpart.ts'

await sqlConforms('firebird', firebirdCounterpart)
