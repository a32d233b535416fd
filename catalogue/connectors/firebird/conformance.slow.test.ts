import { sqlConforms } from '@weft/kit/testing/sql-conformance.ts'
import { firebirdCounterpart } from './testing/counterpart.ts'
import { firebird } from './firebird.ts'

await sqlConforms(firebird, firebirdCounterpart)
