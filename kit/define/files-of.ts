import type { ConnectedFiles, StepContext } from './step-context.ts'

/** The files a step works on: those of the connection it names, else the tenant's own. Whoever opens them closes them. */
export const filesOf = async (
  context: Pick<StepContext, 'files' | 'connections'>,
  connection: string,
): Promise<ConnectedFiles> =>
  connection === '' ? { ...context.files, close: async () => {} } : context.connections.files(connection)
