import { earlySetting } from '../env/environment.server.ts'
import pino, { type DestinationStream, type Logger } from 'pino'

const secretHeaders = ['authorization', 'x-api-key', 'x-partner-key', 'cookie'].map((name) => `req.headers["${name}"]`)

/** Logs tell what happened, not what was in it: no keys, no tokens in addresses, no values of rows or statements in errors of the database. */
const masked = {
  redact: {
    paths: [
      ...secretHeaders,
      'res.headers["set-cookie"]',
      ...['detail', 'where', 'internalQuery', 'parameters', 'query', 'client'].map((field) => `err.${field}`),
      ...['password', 'token', 'secret'].flatMap((name) => [name, `*.${name}`]),
    ],
    censor: '***',
  },
  serializers: {
    req: ({ method, url, ip }: { method: string; url: string; ip: string }) => ({
      method,
      url: url.replace(/^(\/hooks\/)[^/?]+/, '$1***').replace(/([?&](?:token|key|password|code)=)[^&]*/gi, '$1***'),
      ip,
    }),
  },
}

type Opening = { level?: string; to?: DestinationStream }

/** A logger of structured lines (JSON: `time`, `level`, `pid`, `msg` and what the call gives; errors as `err`, jobs as `job_id`, tenants as `tenant_id`). */
export const createLog = ({ level = earlySetting('WEFT_LOG'), to }: Opening = {}): Logger =>
  pino(
    { level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime, ...masked },
    to ?? pino.destination({ dest: 1, sync: true }),
  )

/** The log of this process. */
export const log: Logger = createLog()
