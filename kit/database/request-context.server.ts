import { AsyncLocalStorage } from 'node:async_hooks'

/** The call that is being answered, for the audit log: who, from where, through which route. Filled by the guard as it learns it. */
export type RequestContext = {
  id: string
  address: string
  route: string
  user_id?: string | undefined
  actor?: string | undefined
  kind?: string | undefined
  support_access_id?: string | undefined
}

const calls = new AsyncLocalStorage<RequestContext>()

/** Everything `work` does, and whatever it begins, is said to be done in this call. */
export const runInRequest = (request: RequestContext, work: () => void) => calls.run(request, work)

/** The call at hand as the database is told of it: empty when the product works by itself. */
export const currentRequest = () => {
  const request = calls.getStore()
  return request ? JSON.stringify(request) : ''
}
