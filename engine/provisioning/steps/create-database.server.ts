import { texts } from '../texts.ts'
import { defineStep } from '../step.server.ts'
import { createLogin, dropLogin } from '../logins.server.ts'

export const createDatabase = defineStep({
  key: 'create_database',
  failed: { code: 'DATABASE_NOT_CREATED', say: texts.databaseNotCreated },
  run: (work) =>
    createLogin(work, {
      step: 'create_database',
      prefix: 'weft_t_',
      server_id: work.draft.server_id,
      engines: work.draft.engine ? [work.draft.engine] : ['postgres', 'mysql'],
    }),
  undo: (work) => dropLogin(work),
})
