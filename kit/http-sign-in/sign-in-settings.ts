import { z } from 'zod'
import { named, onlyWhen } from '../define/settings.ts'
import { defineMessages, say, type Message } from '../messages/messages.ts'

const texts = defineMessages({
  missing: { en: 'The sign-in needs this.', de: 'Die Anmeldung braucht diese Angabe.' },
})

const methods = ['none', 'basic', 'bearer', 'header', 'query', 'hmac', 'oauth2_client', 'oauth2_code'] as const
const byOAuth = ['oauth2_client', 'oauth2_code']
const address = z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default('')
const pem = z.string().max(40_000).default('').meta({ input: 'longText' })

/** How requests over HTTP are signed. Spread into the settings of a connector, with the labels, secrets and destination beside. */
export const signInSettings = {
  auth: z.enum(methods).default('none'),
  name: onlyWhen('auth', ['basic', 'header', 'query', 'hmac'], z.string().trim().max(200).default('')),
  secret: onlyWhen('auth', ['basic', 'bearer', 'header', 'query', 'hmac'], z.string().max(4_000).default('')),
  hmac_algorithm: onlyWhen('auth', ['hmac'], z.enum(['sha1', 'sha256', 'sha512']).default('sha256')),
  hmac_encoding: onlyWhen('auth', ['hmac'], z.enum(['hex', 'base64']).default('hex')),
  hmac_template: onlyWhen(
    'auth',
    ['hmac'],
    z.string().max(1_000).default('{timestamp}{method}{path}{body}').meta({ input: 'longText' }),
  ),
  hmac_value: onlyWhen('auth', ['hmac'], z.string().max(500).default('{signature}')),
  hmac_time_header: onlyWhen('auth', ['hmac'], z.string().trim().max(200).default('')),
  hmac_time: onlyWhen('auth', ['hmac'], z.enum(['seconds', 'milliseconds', 'iso']).default('seconds')),
  authorize_url: onlyWhen('auth', ['oauth2_code'], address),
  token_url: onlyWhen('auth', byOAuth, address),
  client_id: onlyWhen('auth', byOAuth, z.string().trim().max(500).default('')),
  client_secret: onlyWhen('auth', byOAuth, z.string().max(4_000).default('')),
  client_auth: onlyWhen('auth', byOAuth, z.enum(['basic', 'post']).default('basic')),
  scope: onlyWhen('auth', byOAuth, z.string().trim().max(2_000).default('')),
  oauth_parameters: onlyWhen(
    'auth',
    byOAuth,
    z
      .array(
        z.strictObject({
          name: named(z.string().trim().min(1).max(100), 'Name', 'Name'),
          value: named(z.string().max(1_000).default(''), 'Value', 'Wert'),
        }),
      )
      .max(20)
      .default([]),
  ),
  tls: z.enum(['standard', 'own']).default('standard'),
  ca: onlyWhen('tls', ['own'], pem),
  client_certificate: onlyWhen('tls', ['own'], pem),
  client_key: onlyWhen('tls', ['own'], pem),
}

const object = z.object(signInSettings)
export type SignInSettings = z.output<typeof object>

export const signInSecrets = ['secret', 'client_secret', 'client_key'] as const
/** Beside the address of the system itself. */
export const signInDestination = ['token_url', 'authorize_url'] as const

const needed: Record<string, readonly (keyof SignInSettings)[]> = {
  basic: ['name'],
  header: ['name'],
  query: ['name'],
  hmac: ['name', 'hmac_template'],
  oauth2_client: ['token_url', 'client_id'],
  oauth2_code: ['authorize_url', 'token_url', 'client_id'],
}

/** To be given to the `check` of the settings' schema: what the chosen sign-in cannot do without. */
export function signInIsComplete(payload: z.core.ParsePayload<SignInSettings>) {
  for (const field of needed[payload.value.auth] ?? [])
    if (payload.value[field] === '') payload.issues.push(missing(field, texts.missing()))
}

const missing = (field: string, message: Message) => ({
  code: 'custom' as const,
  path: [field],
  input: '',
  message: say(message, 'en'),
  params: { say: message },
})

/** The part of the settings that tells of a sign-in by OAuth2; undefined where there is none, whatever the connector. */
export function oauthOf(settings: unknown): SignInSettings | undefined {
  const parsed = object.safeParse(settings)
  return parsed.success && byOAuth.includes(parsed.data.auth) ? parsed.data : undefined
}
