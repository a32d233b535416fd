import ssh2 from 'ssh2'
import { Fault } from './connection.ts'

const { STATUS_CODE } = ssh2.utils.sftp

/** What an SFTP server refused, in the words of all servers. */
export function faultOf(error: Error & { code?: number | string }) {
  if (error instanceof Fault) return error
  if (error.code === STATUS_CODE.NO_SUCH_FILE) return new Fault('missing', error.message, error)
  if (error.code === STATUS_CODE.PERMISSION_DENIED) return new Fault('denied', error.message, error)
  if (
    error.code === STATUS_CODE.NO_CONNECTION ||
    error.code === STATUS_CODE.CONNECTION_LOST ||
    /No response from server|Not connected/.test(error.message)
  )
    return new Fault('lost', error.message, error)
  if (/ENOSPC|EDQUOT|no space|quota|disk full/i.test(error.message)) return new Fault('full', error.message, error)
  return new Fault('other', error.message, error)
}

export function unlessMissing(error: Error): undefined {
  if (!(error instanceof Fault) || error.kind !== 'missing') throw error
}

export const isEnd = (error: unknown) => (error as { code?: number } | undefined)?.code === STATUS_CODE.EOF
