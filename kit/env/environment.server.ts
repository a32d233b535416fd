import { isIP } from 'node:net'
import path from 'node:path'
import { compile } from '@fastify/proxy-addr'
import { z } from 'zod'
import { editDistance } from '../define/edit-distance.ts'

/** `secret`: never shown. `internal`: told by one of Weft's processes to another, nothing for people. */
type About = { allowed: string; secret?: true; internal?: true }
const about = new WeakMap<z.ZodType, About>()
const described = <S extends z.ZodType>(schema: S, said: About): S => {
  about.set(schema, said)
  return schema
}

const whole = (least: number, most: number) => {
  const text = z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most))
  return described(text, { allowed: `a whole number from ${least} to ${most}` })
}
const text = (allowed: string, more?: Omit<About, 'allowed'>) => described(z.string(), { allowed, ...more })
const onOff = described(
  z.enum(['1', '0']).transform((given) => given === '1'),
  { allowed: '1 or 0' },
)
const address = (protocols: string[], said: About) =>
  described(
    z.string().refine((given) => URL.canParse(given) && protocols.includes(new URL(given).protocol)),
    said,
  )
const host = described(
  z.string().refine((given) => isIP(given) !== 0 || /^[\w-]+(\.[\w-]+)*$/.test(given)),
  { allowed: 'an address of this machine such as 127.0.0.1, or 0.0.0.0 for all of them' },
)
const proxies = described(
  z
    .string()
    .refine((given) => /^[01]$/.test(given) || trusted(given).every(isNetwork))
    .transform(trusted),
  {
    allowed: '1 (any proxy of the own network), 0, or the addresses and ranges of the proxies, separated by commas',
  },
)
const password = text('any text', { secret: true })

/** Every setting that is read from the environment; README.md says what each does. Without a default: not set. */
const settings = {
  PORT: { value: whole(1, 65_535), or: 4000 },
  HOST: { value: host, or: '127.0.0.1' },
  WEFT_HOME: {
    value: described(
      z.string().transform((given) => path.resolve(given)),
      { allowed: 'a folder' },
    ),
    or: path.resolve('.weft'),
  },
  WEFT_FILES: {
    value: described(z.string().regex(/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.-]+)*\/?$/), {
      allowed: 'the address of a bucket such as s3://bucket or s3://bucket/prefix',
    }),
    or: undefined,
  },
  WEFT_FILES_ENDPOINT_URL: {
    value: address(['http:', 'https:'], { allowed: 'an address that begins with http:// or https://' }),
    or: undefined,
  },
  WEFT_FILES_REGION: {
    value: described(z.string().regex(/^[a-z0-9-]{1,50}$/), { allowed: 'a region such as eu-central-1' }),
    or: 'us-east-1',
  },
  WEFT_FILES_ACCESS_KEY_ID: { value: text('any text'), or: undefined },
  WEFT_FILES_SECRET_ACCESS_KEY: { value: password, or: undefined },
  DATABASE_URL: {
    value: address(['postgres:', 'postgresql:'], {
      allowed: 'the address of a PostgreSQL such as postgres://login:password@host:5432/name',
      secret: true,
    }),
    or: undefined,
  },
  WEFT_ROLE: {
    value: described(z.enum(['all', 'api', 'worker']), { allowed: 'all, api or worker' }),
    or: 'all',
  },
  WEFT_SECRET_KEY: { value: password, or: undefined },
  WEFT_OTHER_SECRET_KEY: { value: password, or: undefined },
  WEFT_BACKUP_PASSPHRASE: {
    value: described(z.string().min(12), { allowed: 'at least 12 characters', secret: true }),
    or: undefined,
  },
  WEFT_WAL_ARCHIVE: {
    value: described(
      z.string().transform((given) => path.resolve(given)),
      { allowed: 'a folder' },
    ),
    or: undefined,
  },
  WEFT_ADMIN_EMAIL: { value: described(z.email(), { allowed: 'an email address' }), or: 'admin@weft.example' },
  WEFT_ADMIN_PASSWORD: { value: password, or: undefined },
  WEFT_DEMO: { value: onOff, or: true },
  WEFT_SFTP_PORT: { value: whole(0, 65_535), or: 4022 },
  WEFT_URL: {
    value: address(['http:', 'https:'], { allowed: 'an address that begins with http:// or https://' }),
    or: undefined,
  },
  WEFT_INTERNAL_URL: {
    value: address(['http:'], { allowed: 'an address that begins with http://' }),
    or: undefined,
  },
  WEFT_HSTS: { value: onOff, or: false },
  WEFT_TRUST_PROXY: { value: proxies, or: [] },
  WEFT_METRICS_TOKEN: {
    value: described(z.string().min(16), { allowed: 'at least 16 characters', secret: true }),
    or: undefined,
  },
  WEFT_API_MEMORY_MB: { value: whole(128, 65_536), or: undefined },
  WEFT_WORKERS: { value: whole(0, 1_000), or: undefined },
  WEFT_TWO_FACTOR: { value: described(z.enum(['on', 'off']), { allowed: 'on or off' }), or: 'on' },
  WEFT_API_PER_MINUTE: { value: whole(1, 999_999_999), or: undefined },
  WEFT_LOGIN_PER_MINUTE: { value: whole(1, 999_999_999), or: 20 },
  WEFT_LOG: {
    value: described(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']), {
      allowed: 'trace, debug, info, warn, error, fatal or silent',
    }),
    or: 'warn',
  },
  WEFT_APP_VERSION: { value: whole(1, 99), or: 1 },
  WEFT_APP_URL: {
    value: address(['postgres:', 'postgresql:'], {
      allowed: 'the address of a PostgreSQL',
      secret: true,
      internal: true,
    }),
    or: undefined,
  },
  WEFT_PROGRAMS: { value: text('a folder', { internal: true }), or: undefined },
  WEFT_INSTANCE: { value: text('any text', { internal: true }), or: undefined },
  WEFT_MACHINE: { value: text('any text', { internal: true }), or: undefined },
} as const satisfies Record<string, { value: z.ZodType; or: unknown }>

type Settings = typeof settings
type Name = keyof Settings
type Value<N extends Name> = z.output<Settings[N]['value']>
/** A default that is no value of its setting makes the setting useless to the compiler. */
export type Environment = {
  readonly [N in Name]: Settings[N]['or'] extends undefined
    ? Value<N> | undefined
    : Settings[N]['or'] extends Readonly<Value<N>>
      ? Value<N>
      : never
}

/** Names that tests, benches and tools read for themselves. */
const ofTools = /^WEFT_(TEST_\w+|BENCH_\w+|FUZZ_\w+|PICTURES|BROWSER|ROOT|SERVER|NEW_SECRET_KEY)$/

/** The settings as they are in force, or an error that says of each wrong one what was given and what is allowed. */
export function readEnvironment(given: NodeJS.ProcessEnv = process.env): Environment {
  const problems: string[] = []
  const read = Object.entries(settings).map(([name, { value, or }]) => {
    if (!given[name]) return [name, or]
    const found = (value as z.ZodType).safeParse(given[name])
    if (!found.success)
      problems.push(`${name} is ${shown(name as Name, given[name])}, but must be ${about.get(value)!.allowed}.`)
    return [name, found.data]
  })
  for (const name of Object.keys(given))
    if (name.startsWith('WEFT_') && !(name in settings) && !ofTools.test(name))
      problems.push(`${name} is no setting of Weft.${meant(name)}`)
  if (problems.length > 0) throw new WrongEnvironment(problems)
  return Object.fromEntries(read) as Environment
}

export class WrongEnvironment extends Error {
  override name = 'WrongEnvironment'
  constructor(problems: string[]) {
    super(
      [
        'Weft cannot start with these settings:',
        ...problems.map((problem) => `  ${problem}`),
        'README.md lists every setting.',
      ].join('\n'),
    )
  }
}

let parsed: Environment | undefined

/** The settings of this process, read when they are first asked for. */
export const environment = (): Environment => (parsed ??= readEnvironment())

/** Says something to this process and those it starts. */
export function assignSetting(name: Name, value: string) {
  process.env[name] = value
  parsed = undefined
}

/** One setting for what is needed before anybody could say that others are wrong; a wrong value gives the default. */
export function earlySetting<N extends Name>(name: N): Environment[N] {
  const { value, or } = settings[name]
  return (process.env[name] ? ((value as z.ZodType).safeParse(process.env[name]).data ?? or) : or) as Environment[N]
}

/** The settings that are for people, with what is allowed. */
export const settingNames = (): Name[] =>
  (Object.keys(settings) as Name[]).filter((name) => !about.get(settings[name].value)!.internal)

/** The settings for the log: secrets only say whether they are set. */
export const maskedSettings = (of: Environment): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(of).map(([name, value]) => [
      name,
      value !== undefined && about.get(settings[name as Name].value)!.secret ? '***' : value,
    ]),
  )

const shown = (name: Name, given: string) =>
  about.get(settings[name].value)!.secret ? 'set (not shown)' : `"${given.slice(0, 100)}"`

/** `1` stands for whatever proxy is in the own network. */
function trusted(given: string): string[] {
  return given === '0'
    ? []
    : given === '1'
      ? ['loopback', 'linklocal', 'uniquelocal']
      : given.split(',').map((one) => one.trim())
}

/** Whether it is an address or a range by the rules of the library that asks for it with each call. */
function isNetwork(given: string): boolean {
  try {
    return isIP(given.split('/')[0]!) !== 0 && Boolean(compile(given))
  } catch {
    return false // the library says of a range that it is none by throwing
  }
}

/** The setting a misspelt name is nearest to, when only a letter or two are wrong. */
function meant(name: string): string {
  const [nearest] = settingNames()
    .map((known) => ({ known, off: editDistance(name, known) }))
    .sort((a, b) => a.off - b.off)
  return nearest!.off <= 2 ? ` Did you mean ${nearest!.known}?` : ''
}
