import { mariadb } from './mariadb/mariadb.ts'
import { postgres } from './postgres/postgres.ts'
import { mariadbCounterpart } from './mariadb/testing/counterpart.ts'
import { postgresCounterpart } from './postgres/testing/counterpart.ts'
import { sqlConforms } from '@weft/kit/testing/sql-conformance.ts'

await sqlConforms(mariadb, mariadbCounterpart)
await sqlConforms(postgres, postgresCounterpart)
