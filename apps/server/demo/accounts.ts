import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { generatePassword } from '@weft/kit/secrets/generate-password.ts'
import type { SignIn } from '../first-start.ts'
import { DemoCaller } from './caller.ts'

type Person = { first_name: string; last_name: string; email: string }
type Partner = { name: string; short: string; workspace: string; user: Person }
export type Tenant = Partner & { partner: Partner }

const nordlicht: Partner = {
  name: 'Nordlicht Digital',
  short: 'ND',
  workspace: 'nordlicht.example',
  user: { first_name: 'Nora', last_name: 'Nielsen', email: 'nora@nordlicht.example' },
}
const suedwind: Partner = {
  name: 'Südwind Systeme',
  short: 'SW',
  workspace: 'suedwind.example',
  user: { first_name: 'Sepp', last_name: 'Sailer', email: 'sepp@suedwind.example' },
}

/** The tenant whose project is the demo's largest. */
export const hanse: Tenant = {
  name: 'Hanse Handel',
  short: 'HH',
  workspace: 'hanse-handel.example',
  user: { first_name: 'Hanna', last_name: 'Hansen', email: 'hanna@hanse-handel.example' },
  partner: nordlicht,
}
export const elbkontor: Tenant = {
  name: 'Elbkontor Kaffee',
  short: 'EK',
  workspace: 'elbkontor.example',
  user: { first_name: 'Elke', last_name: 'Evers', email: 'elke@elbkontor.example' },
  partner: nordlicht,
}
export const deichgraf: Tenant = {
  name: 'Deichgraf Logistik',
  short: 'DL',
  workspace: 'deichgraf.example',
  user: { first_name: 'Dierk', last_name: 'Dirks', email: 'dierk@deichgraf.example' },
  partner: nordlicht,
}
export const alpenblick: Tenant = {
  name: 'Alpenblick Sport',
  short: 'AS',
  workspace: 'alpenblick.example',
  user: { first_name: 'Alois', last_name: 'Auer', email: 'alois@alpenblick.example' },
  partner: suedwind,
}
export const bergmann: Tenant = {
  name: 'Bergmann Werkzeuge',
  short: 'BW',
  workspace: 'bergmann.example',
  user: { first_name: 'Berta', last_name: 'Bergmann', email: 'berta@bergmann.example' },
  partner: suedwind,
}

/** Passwords for the first user of each account of the demo. */
export const newSignIns = (): SignIn[] => [
  ...[nordlicht, suedwind].map((one) => signInOf(one, 'partner')),
  ...[hanse, elbkontor, deichgraf, alpenblick, bergmann].map((one) => signInOf(one, 'tenant')),
]

const signInOf = ({ user: { email } }: Partner, about: string) => ({ email, password: generatePassword(), about })

/** Whom the sign-in page offers: one user of a partner, and one of its tenant. */
export const offered = (sign_ins: SignIn[]): SignIn[] =>
  sign_ins.filter(({ email }) => email === nordlicht.user.email || email === hanse.user.email)

export type Accounts = { app: FastifyInstance; admin: DemoCaller; sign_ins: SignIn[] }

/** The id of a partner, who is set up unless that has been done before. */
async function partnerOf({ admin, sign_ins }: Accounts, { user, ...partner }: Partner): Promise<string> {
  const known = await knownBy(admin, 'partners', partner.workspace)
  if (known) return known
  const { id } = await admin.post('partners', { ...partner, language: 'de', user: withPassword(user, sign_ins) })
  return id
}

/** The id of a tenant, who is set up unless that has been done before, and its first user signed in. */
export async function tenantOf(accounts: Accounts, { user, partner, ...tenant }: Tenant) {
  const { app, admin, sign_ins } = accounts
  const signed = withPassword(user, sign_ins)
  const tenant_id =
    (await knownBy(admin, 'clients', tenant.workspace)) ??
    (
      await admin.post('clients', {
        ...tenant,
        language: 'de',
        partner_id: await partnerOf(accounts, partner),
        email: `kontakt@${tenant.workspace}`,
        user: signed,
      })
    ).id
  return { tenant_id: tenant_id as string, user: await DemoCaller.signIn(app, 'app', { ...signed, about: 'tenant' }) }
}

const withPassword = (user: Person, sign_ins: SignIn[]) => ({
  ...user,
  password: sign_ins.find(({ email }) => email === user.email)!.password,
})

/** An account that a server left half set up is finished by the one that starts next; that is waited for. */
async function knownBy(
  admin: DemoCaller,
  path: 'partners' | 'clients',
  workspace: string,
): Promise<string | undefined> {
  for (const until = Date.now() + 60_000; ; await sleep(200)) {
    const rows = (await admin.get(`${path}?searchTerm=${workspace}`)) as {
      id: string
      workspace: string
      status: string
    }[]
    const known = rows.find((row) => row.workspace === workspace)
    if (!known || known.status === 'active') return known?.id
    if (Date.now() > until) throw new Error(`The demo's ${workspace} is not set up within a minute`)
  }
}
