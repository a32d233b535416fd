import { texts } from '../texts.ts'
import { defineStep } from '../step.server.ts'
import { createLogin, dropLogin } from '../logins.server.ts'

export const initializeDocuments = defineStep({
  key: 'initialize_documents',
  failed: { code: 'DOCUMENTS_NOT_CREATED', say: texts.documentsNotCreated },
  async run(work) {
    const records = work.results.create_database.login
    const beside = records?.engine === 'postgres' ? records.server_id : undefined
    const { documents_server_id: chosen } = work.draft
    await createLogin(work, {
      step: 'initialize_documents',
      prefix: 'weft_d_',
      server_id: chosen ?? beside,
      engines: chosen ? ['postgres', 'mongodb'] : ['postgres'],
    })
  },
  undo: (work) => dropLogin(work),
})
