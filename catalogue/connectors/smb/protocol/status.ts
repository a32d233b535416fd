import { Fault } from '@weft/kit/files/remote/connection.ts'

/** Of MS-ERREF 2.3, as far as it makes a difference here. */
export const status = {
  ok: 0,
  pending: 0x103,
  more_processing: 0xc0000016,
  no_more_files: 0x80000006,
  no_such_file: 0xc000000f,
  end_of_file: 0xc0000011,
} as const

type Kind = Fault['kind']
const known: Record<number, [kind: Kind, said: string]> = {
  0xc000000f: ['missing', 'STATUS_NO_SUCH_FILE'],
  0xc0000034: ['missing', 'STATUS_OBJECT_NAME_NOT_FOUND'],
  0xc000003a: ['missing', 'STATUS_OBJECT_PATH_NOT_FOUND'],
  0xc0000056: ['missing', 'STATUS_DELETE_PENDING'],
  0xc0000022: ['denied', 'STATUS_ACCESS_DENIED'],
  0xc0000121: ['denied', 'STATUS_CANNOT_DELETE'],
  0xc00000a2: ['denied', 'STATUS_MEDIA_WRITE_PROTECTED'],
  0xc000007f: ['full', 'STATUS_DISK_FULL'],
  0xc0000044: ['full', 'STATUS_QUOTA_EXCEEDED'],
  0xc00000c9: ['lost', 'STATUS_NETWORK_NAME_DELETED'],
  0xc0000203: ['lost', 'STATUS_USER_SESSION_DELETED'],
  0xc000035c: ['lost', 'STATUS_NETWORK_SESSION_EXPIRED'],
  0xc0000033: ['other', 'STATUS_OBJECT_NAME_INVALID'],
  0xc0000035: ['other', 'STATUS_OBJECT_NAME_COLLISION'],
  0xc0000043: ['other', 'STATUS_SHARING_VIOLATION'],
  0xc00000ba: ['other', 'STATUS_FILE_IS_A_DIRECTORY'],
  0xc0000101: ['other', 'STATUS_DIRECTORY_NOT_EMPTY'],
  0xc0000103: ['other', 'STATUS_NOT_A_DIRECTORY'],
  0xc00000bb: ['other', 'STATUS_NOT_SUPPORTED'],
  0xc000006d: ['other', 'STATUS_LOGON_FAILURE'],
  0xc000006e: ['other', 'STATUS_ACCOUNT_RESTRICTION'],
  0xc000006f: ['other', 'STATUS_INVALID_LOGON_HOURS'],
  0xc0000071: ['other', 'STATUS_PASSWORD_EXPIRED'],
  0xc0000072: ['other', 'STATUS_ACCOUNT_DISABLED'],
  0xc0000064: ['other', 'STATUS_NO_SUCH_USER'],
  0xc000006a: ['other', 'STATUS_WRONG_PASSWORD'],
  0xc000015b: ['other', 'STATUS_LOGON_TYPE_NOT_GRANTED'],
  0xc0000193: ['other', 'STATUS_ACCOUNT_EXPIRED'],
  0xc0000224: ['other', 'STATUS_PASSWORD_MUST_CHANGE'],
  0xc0000234: ['other', 'STATUS_ACCOUNT_LOCKED_OUT'],
  0xc00000cc: ['other', 'STATUS_BAD_NETWORK_NAME'],
}

/** What a server refused, by its number, in the words of all servers with files. */
export class Refused extends Fault {
  readonly status: number
  constructor(code: number) {
    const [kind, said] = known[code] ?? ['other', `0x${code.toString(16).toUpperCase()}`]
    super(kind, said)
    this.status = code
  }
}

/** Somebody else has the file open for now. */
export const isInUse = (error: unknown) =>
  error instanceof Refused && (error.status === 0xc0000043 || error.status === 0xc0000022)
/** Who may sign in at all, and who with this password and now. */
export const isSignInRefused = (code: number) =>
  (code >= 0xc0000064 && code <= 0xc0000072) ||
  [0xc0000022, 0xc000015b, 0xc0000193, 0xc0000224, 0xc0000234].includes(code)
export const isNoShare = (error: unknown) => error instanceof Refused && error.status === 0xc00000cc
