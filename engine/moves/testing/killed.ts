// A process that dies while it moves a tenant's records. Arguments: place as JSON, the move's id, and after how many statements.
import { testKeys } from '@weft/kit/testing/database.ts'
import { depsAt } from '../../provisioning/testing/deps.ts'
import { dieAfter } from '../../testing/killed.ts'
import { runMove } from '../move.server.ts'

const [place, id, after] = process.argv.slice(2) as [string, string, string]
dieAfter(Number(after))
const parsed = JSON.parse(place) as { app_url: string; home: string }
const deps = depsAt({ ...parsed, key: testKeys() })
await runMove(deps, id)
await deps.close()
