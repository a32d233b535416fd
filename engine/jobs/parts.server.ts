import type { Database } from '@weft/kit/database/connect.server.ts'
import type pg from 'pg'
import type { Acceptor } from './accept.server.ts'
import type { Boss } from './boss.server.ts'

/** What the verbs on jobs work with. */
export type JobParts = { db: Database; pool: pg.Pool; boss: Boss; acceptor: Acceptor; home: string }
