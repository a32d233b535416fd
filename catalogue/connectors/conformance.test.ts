import { mariadbCounterpart } from './mariadb/testing/counterpart.ts'
import { postgresCounterpart } from './postgres/testing/counterpart.ts'
import { sqlConforms } from '@weft/kit/testing/sql-conformance.ts'

await sqlConforms('mariadb', mariadbCounterpart)
await sqlConforms('postgres', postgresCounterpart)
