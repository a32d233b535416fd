// `npm run check`: everything about the code that can be said without running the product. Seconds, no database.
import { spawn } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { createSemaphore } from '@weft/kit/semaphore/semaphore.ts'
import { evaluatorsReached } from './evaluators.ts'
import { trapsIn } from './traps.ts'

const bin = (name: string) => `node_modules/.bin/${name}`
const sources = globSync('{apps,catalogue,contracts,designers,engine,kit,tools,bench}/**/*.{ts,tsx}', {
  exclude: ['**/node_modules/**', '**/dist/**'],
})

const checks: Record<string, () => Promise<string>> = {
  types: () => run('node_modules/@typescript/native/bin/tsc', ['--noEmit', '-p', '.']),
  format: () =>
    run(bin('prettier'), [
      '--check',
      '--cache',
      '--cache-location',
      'node_modules/.cache/prettier.json',
      '--log-level',
      'warn',
      // Not `.`: a walk through everything takes 7 s with every file in the cache, this 2.5.
      '{apps,bench,catalogue,contracts,designers,docs,engine,kit,plugins,tools}/**/*.{ts,tsx,mjs,js,css,html}',
    ]),
  lint: () => run(bin('oxlint'), ['--quiet', '--type-aware']),
  boundaries,
  forbidden,
  dead: () => run(bin('knip'), ['--no-progress', '--no-config-hints']),
  manifests: () =>
    run(bin('sherif'), [
      '--no-install',
      '-r',
      'root-package-dependencies',
      '-r',
      'packages-without-package-json',
      '-r',
      'root-package-manager-field',
    ]),
  documents,
}

const wanted = process.argv.slice(2)
let failed = 0
// Two at a time are 9 s faster than one on two cores, and more only wait for each other.
const limited = createSemaphore({ at_once: 2 })
await Promise.all(
  Object.entries(checks)
    .filter(([name]) => wanted.length === 0 || wanted.includes(name))
    .map(([name, check]) =>
      limited(async () => {
        const started = performance.now()
        const said = await check().catch((error: Error) => error.message)
        const took = `${((performance.now() - started) / 1000).toFixed(1)} s`
        console.log(said ? `✖ ${name} (${took})\n${said}` : `✔ ${name} (${took})`)
        if (said) failed++
      }),
    ),
)
process.exitCode = failed

/** What a command says when it fails; nothing when it succeeds. */
function run(command: string, args: string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    child.stdout.on('data', (chunk) => (said += chunk))
    child.stderr.on('data', (chunk) => (said += chunk))
    child.on('exit', (code) => resolve(code === 0 ? '' : said.trim() || `exit ${code}`))
  })
}

/** dependency-cruiser answers "no violation" when it finds no module at all, so what it has cruised is counted. */
async function boundaries() {
  const { cruise } = await import('dependency-cruiser')
  const { default: config } = (await import(new URL('./boundaries.mjs', import.meta.url).href)) as {
    default: { forbidden: never[]; options: object }
  }
  const { default: extractTSConfig } = await import('dependency-cruiser/config-utl/extract-ts-config')
  const answer = await cruise(
    ['apps', 'catalogue', 'contracts', 'designers', 'engine', 'kit'],
    { ...config.options, validate: true, ruleSet: { forbidden: config.forbidden } },
    undefined,
    { tsConfig: extractTSConfig('tsconfig.json') },
  )
  const { summary, modules } = answer.output as {
    summary: { violations: { from: string; to: string; rule: { name: string } }[] }
    modules: Parameters<typeof evaluatorsReached>[0]
  }
  const cruised = new Set(modules.map((module) => module.source))
  const missed = sources.filter((file) => !/^(tools|bench)\//.test(file) && !cruised.has(file))
  return [
    ...summary.violations.map((v) => `${v.rule.name}: ${v.from} → ${v.to}`),
    ...missed.map((file) => `not cruised: ${file}`),
    ...evaluatorsReached(modules).map((way) => `the server works on what is a tenant's only through tasks: ${way}`),
  ].join('\n')
}

/** What no source may write: what looks right and loses data or its errors, and words of our own. */
async function forbidden() {
  return sources.flatMap((file) => trapsIn(file, readFileSync(file, 'utf8'))).join('\n')
}

/** Every path a document names exists, and every test docs/requirements.md calls as witness too. */
async function documents() {
  const wrong: string[] = []
  for (const document of globSync('{README,ARCHITECTURE}.md').concat(globSync('{docs,bench}/**/*.md')))
    for (const [, named] of readFileSync(document, 'utf8').matchAll(
      /`((?:apps|catalogue|designers|engine|kit|tools|bench|docs|migrations)\/[\w./-]+)`/g,
    ))
      if (!existsSync(named!)) wrong.push(`${document} names ${named}, which does not exist`)
  return [
    ...wrong,
    ...requirements(),
    ...promises(),
    ...(await errors()),
    ...(await connectors()),
    ...(await notice()),
  ].join('\n')
}

/** Every promise of these documents names a test that there is. */
function promises(): string[] {
  return ['docs/security.md', 'docs/reliability.md'].flatMap(promisesOf)
}

function promisesOf(document: string): string[] {
  const rows = readFileSync(document, 'utf8')
    .split('\n')
    .filter((line) => /^\| (?!promise|what fails|---)/.test(line))
  return rows.flatMap((row) => {
    const [, promise, , witness] = row.split(' | ').length === 3 ? ['', ...row.slice(2, -2).split(' | ')] : []
    const [, file, sentence] = /^`([^`]+[.]test[.]ts)`: “(.+)”$/.exec(witness ?? '') ?? []
    if (!file || !sentence) return [`${document}: “${promise ?? row}” names no test`]
    return existsSync(file) && readFileSync(file, 'utf8').includes(sentence)
      ? []
      : [`${document}: ${file} has no test “${sentence}”`]
  })
}

/** docs/connectors.md says what the connectors declare. */
async function connectors(): Promise<string[]> {
  const { document, written } = (await import('./connectors.ts')) as { document: string; written(): string }
  return readFileSync(document, 'utf8') === written()
    ? []
    : [`${document} is not what the connectors declare; please run \`npm run connectors\``]
}

/** docs/errors.md lists the codes as the sources say them. */
async function errors(): Promise<string[]> {
  const { document, written } = (await import('./errors.ts')) as { document: string; written(): string }
  return readFileSync(document, 'utf8') === written()
    ? []
    : [`${document} is not what the sources say; please run \`npm run errors\``]
}

/** NOTICE lists the packages as the lock has them, and none of them has a licence that forbids what we do with it. */
async function notice(): Promise<string[]> {
  const { document, written, refused } = await import('./notice.ts')
  const isTold = existsSync(document) && readFileSync(document, 'utf8') === written()
  return [
    ...refused(),
    ...(isTold ? [] : [`${document} is not what package-lock.json says; please run \`npm run notice\``]),
  ]
}

/** docs/requirements.md has one row for each of R001 to R500, and what holds names the test that proves it. */
function requirements(): string[] {
  const rows = new Map<string, { state: string; test: string }>()
  for (const [, id, state, test] of readFileSync('docs/requirements.md', 'utf8').matchAll(
    /^\| (R\d{3}) \| (\w+) \| (.*) \|$/gm,
  ))
    rows.set(id!, { state: state!, test: test! })
  const all = Array.from({ length: 500 }, (_, i) => `R${String(i + 1).padStart(3, '0')}`)
  return all.flatMap((id) => {
    const row = rows.get(id)
    if (!row) return [`docs/requirements.md has no row for ${id}`]
    if (!['holds', 'partly', 'open'].includes(row.state))
      return [`docs/requirements.md: ${id} is neither holds, partly nor open`]
    return row.state !== 'open' && !/`[^`]+[.]test[.]ts`/.test(row.test)
      ? [`docs/requirements.md: ${id} names no test`]
      : []
  })
}
