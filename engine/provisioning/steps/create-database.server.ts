import { texts } from '../texts.ts'
import { defineStep } from '../step.server.ts'
import { dropLogin, planLogin } from '../logins.server.ts'

export const createDatabase = defineStep({
  key: 'create_database',
  failed: { code: 'DATABASE_NOT_CREATED', say: texts.databaseNotCreated },
  async run(work) {
    const { login, create } = await planLogin(work, { prefix: 'weft_t_', server_id: work.draft.server_id, engines: ['postgres', 'mysql'] })
    await work.remember({ login })
    await create()
  },
  undo: (work) => dropLogin(work),
})
