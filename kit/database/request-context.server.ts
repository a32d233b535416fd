import { AsyncLocalStorage } from 'node:async_hooks'
import type { Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** The call that is being answered, for the audit log: who, from where, through which route. Filled by the guard as it learns it. */
export type RequestContext = {
  id: string
  address: string
  route: string
  user_id?: string | undefined
  actor?: string | undefined
  kind?: string | undefined
  support_access_id?: string | undefined
  /** What is done at the end of each transaction of a tenant in this call: whatever it has changed is kept as a version. */
  beforeCommit?: ((trx: Transaction<Tables>) => Promise<unknown>) | undefined
}

const calls = new AsyncLocalStorage<RequestContext>()

/** Everything `work` does, and whatever it begins, is said to be done in this call. */
export const runInRequest = (request: RequestContext, work: () => void) => calls.run(request, work)

/** The call at hand as the database is told of it: empty when the product works by itself. */
export const currentRequest = () => {
  const request = calls.getStore()
  return request ? JSON.stringify(request) : ''
}

/** What the call at hand does before a transaction of it ends. */
export const beforeCommit = () => calls.getStore()?.beforeCommit
