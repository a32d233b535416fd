import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { readyMade } from '@weft/kit/define/permissions.ts'
import { languages, type Language, type Text } from '@weft/kit/messages/messages.ts'
import { createSemaphore } from '@weft/kit/semaphore/semaphore.ts'
import { rightFor } from '../routes/rights.ts'
import { demoAddresses, demoClients, demoSignIns } from './demo.ts'
import { enterTenant } from './enter.ts'
import { aJourney } from './opening.ts'
import { specified } from './specified.ts'
import { isNoWord, wordsOn } from './words.ts'

const { product, ...journey } = await aJourney({ demo: true })

const signIns = await demoSignIns(product)
const clients = await demoClients(product)
const vera = { email: signIns.tenant.email.replace(/^[^@]+/, 'vera.vogt'), password: 'Correct-Horse-1' }
await clients.tenant.post('users', { ...vera, role: 'viewer', first_name: 'Vera', last_name: 'Vogt', language: 'en' })
const actual = await demoAddresses(product, clients)

// Their faults are collected.
const aPage = () => journey.aPage({ mayFail: true })

/** In which languages somebody looks at the address of a place in the list. */
type Spoken = (place: number) => readonly Language[]
const both: Spoken = () => languages
/** What differs for them is what they may open; its words are those that others have read in both. */
const inTurns: Spoken = (place) => [languages[place % languages.length]!]

const areas = {
  admin: { en: 'Administration', de: 'Verwaltung' },
  partner: { en: 'Partner', de: 'Partner' },
  tenant: { en: 'Tenant', de: 'Mandant' },
  project: { en: 'Project', de: 'Projekt' },
}
const people = {
  administrator: {
    sign_in: signIns.admin,
    role: 'admin',
    areas: ['admin', 'partner', 'tenant', 'project'],
    spoken: both,
    chooses: ['Nordlicht Digital', 'Hanse Handel'],
  },
  partner: {
    sign_in: signIns.partner,
    role: 'partner_admin',
    areas: ['partner', 'tenant', 'project'],
    spoken: inTurns,
    chooses: ['Hanse Handel'],
  },
  tenant: { sign_in: signIns.tenant, role: 'tenant_admin', areas: ['tenant', 'project'], spoken: both, chooses: [] },
  viewer: { sign_in: vera, role: 'viewer', areas: ['tenant', 'project'], spoken: inTurns, chooses: [] },
}
type Person = keyof typeof people

type Declared = { path: string; later: boolean; title: Text }

/** Every declared address with what it is said to open; the tree itself is JSX, so it is read as text. */
const declaredIn = (file: string): Declared[] =>
  [
    ...readFileSync(new URL(`../routes/${file}.tsx`, import.meta.url), 'utf8').matchAll(
      /(screen|later)\(\s*'([^']+)',\s*'[^']+',\s*'((?:[^'\\]|\\.)+)',\s*'((?:[^'\\]|\\.)+)'/g,
    ),
  ].map(([, kind, path, en, de]) => ({ path: path!, later: kind === 'later', title: { en: en!, de: de! } }))
const declared = ['common', 'admin', 'partner', 'tenant', 'project', 'project-workflows', 'project-settings'].flatMap(
  declaredIn,
)
const open = declaredIn('auth')

/** Whether somebody may open an address: its area has to be one of theirs, and they need the right it asks for. */
function mayOpen({ role, areas: own }: (typeof people)[Person], path: string) {
  const area = path.split('/')[1]!
  const right = rightFor(path)
  return (!(area in areas) || own.includes(area)) && (!right || (readyMade(role) as ReadonlySet<string>).has(right))
}

/** A page of somebody who works in the demo's project. */
async function pageOf({ sign_in, chooses }: (typeof people)[Person]) {
  const page = await aPage()
  await journey.signIn(page, sign_in, '/project/notes')
  for (const name of chooses) await page.getByRole('main').getByRole('button', { name }).click()
  if (chooses.length > 0) await enterTenant(page)
  await page.getByRole('button', { name: 'Project: Commerce hub' }).waitFor()
  return page
}

type Seen = {
  at: string
  title: string
  lang: string
  crumbs: string[]
  /** The entry of the menu that is open, and the page below it where that is listed. */
  home: string[]
  isLater: boolean
  words: string[]
}
type Judge = (address: string, seen: Seen, language: Language) => Iterable<string>

/** Goes from address to address as the menu does, without loading the page anew, looks at each and answers every fault. */
async function walked(page: Page, addresses: readonly string[], spoken: Spoken, judge: Judge): Promise<string[]> {
  const faults: string[] = []
  let now = ''
  page.on('pageerror', (error) => faults.push(`${now}: ${error.message}`))
  page.on(
    'console',
    (message) => message.type() === 'error' && faults.push(`${now}: ${message.text()} ${message.location().url}`),
  )
  for (const [place, address] of addresses.entries()) {
    now = address
    await page.evaluate((to) => window.__TSR_ROUTER__!.history.push(to), now)
    for (const language of spoken(place))
      faults.push(...(await found(page, now, language, judge)).map((fault) => `${now} ${language}: ${fault}`))
  }
  await page.context().close()
  return faults
}

/** What is wrong with the page in a language: it has time to come to rest, and then a moment to say what it is. */
async function found(page: Page, address: string, language: Language, judge: Judge): Promise<string[]> {
  await page.evaluate(speak, language)
  let faults: string[] = []
  for (let until = Date.now() + 30_000; Date.now() < until; await sleep(100)) {
    const wasAtRest = faults.length > 0 && faults[0] !== restless
    faults = [restless]
    const stands = await page.evaluate(look)
    if (!stands.isAtRest) continue
    const seen = { ...stands, words: await wordsOn(page) }
    faults = [...commonFaults(seen, language), ...judge(address, seen, language)]
    if (faults.length === 0) return []
    if (!wasAtRest) until = Date.now() + 10_000
  }
  return faults
}

const restless = 'does not come to rest'

/** Chooses a language as another tab would. */
function speak(language: string) {
  if (document.documentElement.lang === language) return
  localStorage.setItem('language', language)
  dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: language, storageArea: localStorage }))
}

function look() {
  const { status, location: wanted, resolvedLocation } = window.__TSR_ROUTER__!.state
  const main = document.querySelector('main')
  return {
    isAtRest:
      status === 'idle' &&
      wanted.href === resolvedLocation?.href &&
      !!main?.querySelector('h1, h2, [role=tablist], [role=grid], [role=table]') &&
      !document.querySelector('main .mantine-Loader-root, main .mantine-Skeleton-root, main [aria-busy=true]'),
    at: location.pathname,
    title: document.title,
    lang: document.documentElement.lang,
    crumbs: [
      ...document.querySelectorAll(
        'nav[aria-label="Breadcrumb"] > :not([aria-hidden]), nav[aria-label="Brotkrumen"] > :not([aria-hidden])',
      ),
    ].map(({ textContent }) => textContent ?? ''),
    home: [
      ...document.querySelectorAll(
        'nav[aria-label="Main menu"] [data-open], nav[aria-label="Main menu"] ul ul [data-on]',
      ),
    ].map(({ textContent }) => textContent ?? ''),
    isLater: /not in this version yet|in dieser Version noch nicht enthalten/.test(main?.textContent ?? ''),
  }
}

/** What is wrong whatever the address: nothing to see, another language, a title that is not made of the last two names on the way. */
function* commonFaults({ words, title, lang, crumbs }: Seen, language: Language): Generator<string> {
  if (words.length < 3) yield 'nothing to see'
  if (lang !== language) yield `is in ${lang}`
  for (const word of words.filter(isNoWord)) yield `shows “${word}”`
  if (crumbs.some((crumb) => crumb.trim() === '')) yield `a name is missing in “${crumbs.join(' / ')}”`
  if (crumbs.length > 0 && title !== [...crumbs.slice(-2), 'Weft'].join(' – '))
    yield `is called “${title}” at “${crumbs.join(' / ')}”`
}

const denied = { en: 'No permissions', de: 'Keine Berechtigung' }

/** Where docs/addresses.md says an address is at home. */
const homes = new Map(
  [...readFileSync('docs/addresses.md', 'utf8').matchAll(/^\| `([^`]+)` \| [^|]+ \| ([^|]+?) \|$/gm)].map(
    ([, path, home]) => [path!, home!],
  ),
)

/** What is wrong with an address behind the sign-in for somebody. */
function* faultsFor(
  person: (typeof people)[Person],
  { path, later, title }: Declared,
  now: string,
  { at, crumbs, home, isLater }: Seen,
  language: Language,
): Generator<string> {
  const name = crumbs.at(-1)
  if (!mayOpen(person, now)) {
    if (at !== '/access-denied') yield `opens at ${at} without the right`
    else if (name !== denied[language]) yield `is refused as “${name}”`
    return
  }
  if (at !== now && !at.startsWith(`${now}/`)) return yield `led to ${at}`
  if (isLater !== later) yield `${later ? 'does not say' : 'says'} that it is not in this version`
  const area = areas[path.split('/')[1] as keyof typeof areas]
  if (area && crumbs[0] !== area[language]) yield `stands at “${crumbs.join(' / ')}”`
  // An editor leaves a rail of icons, which lists no pages.
  if (language === 'en' && !homes.get(path)?.startsWith(home.join(' › ') || '–'))
    yield `is at home in “${home.join(' › ')}”`
  // A record's own page has the record's name, and so has what it opens in its place.
  if (!/:\w+$/.test(path) && at === now && name !== title[language])
    yield `is “${crumbs.join(' / ')}” instead of “${title[language]}”`
}

const all = new Map(declared.map((one) => [actual(one.path), one]))

/** Drafts are of one person alone, and an approval of those who are asked: the demo's are those of the tenant's user. */
const isOwn = (address: string) => /^\/project\/(integrations\/create|approvals\/:id)/.test(all.get(address)!.path)

async function walkedBy(person: (typeof people)[Person]): Promise<string[]> {
  const addresses = [...all.keys()].filter((address) => person === people.tenant || !isOwn(address))
  return walked(await pageOf(person), addresses, person.spoken, (now, seen, language) =>
    faultsFor(person, all.get(now)!, now, seen, language),
  )
}

async function walkedByNobody(): Promise<string[]> {
  const page = await aPage()
  await page.goto(`${product.url}/dashboard`)
  await page.waitForURL(/\/login/)
  const opened = (now: string) =>
    open.find(({ path }) => path === (now === '/no/such/page' ? '/404' : now)) ??
    open.find(({ path }) => path === '/login')!
  return walked(
    page,
    [...all.keys(), '/', '/logout', ...open.map(({ path }) => path), '/no/such/page'],
    inTurns,
    function* (now, { at, title }, language) {
      const expected = opened(now)
      if (at !== expected.path) yield `led to ${at}`
      if (title !== `${expected.title[language]} – Weft`) yield `is called “${title}”`
    },
  )
}

// Two of them walk at the same time: five browsers leave nothing of two cores for the files that are tried beside this one.
const limited = createSemaphore({ at_once: 2 })
const [nobody, ...walks] = await Promise.all([
  limited(walkedByNobody),
  ...Object.entries(people).map(([name, person]) => limited(async () => [name, await walkedBy(person)] as const)),
])

test('the table of addresses names each of them, and no other', () =>
  assert.deepEqual([...homes.keys()].sort(), declared.map(({ path }) => path).sort()))

test('every address of the specification is there and is called as the specification calls it', () => {
  const titles = Object.fromEntries([...open, ...declared].map(({ path, title }) => [path, title]))
  assert.deepEqual(Object.fromEntries(Object.keys(specified).map((path) => [path, titles[path]])), specified)
})

for (const [name, faults] of walks)
  test(`every address opens for the ${name} as decided: its screen, the word that its subject comes later, or no permissions`, () =>
    assert.deepEqual(faults, []))

test('signed out, every address leads to the sign-in, and what is open stays open', () => assert.deepEqual(nobody, []))
