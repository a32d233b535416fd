import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'

const root = path.resolve(import.meta.dirname, '..')
const copy = mkdtempSync(path.join(tmpdir(), 'weft-new-'))
after(() => rmSync(copy, { recursive: true }))
for (const folder of ['apps/web', 'catalogue', 'contracts', 'designers', 'engine', 'kit', 'migrations'])
  cpSync(path.join(root, folder), path.join(copy, folder), {
    recursive: true,
    filter: (file) => !/node_modules|apps\/web\/dist/.test(file),
  })
// The copy's own packages, and the libraries of the house.
mkdirSync(path.join(copy, 'node_modules'))
for (const name of readdirSync(path.join(root, 'node_modules')))
  if (name !== '@weft') symlinkSync(path.join(root, 'node_modules', name), path.join(copy, 'node_modules', name))
mkdirSync(path.join(copy, 'node_modules/@weft'))
for (const name of ['catalogue', 'contracts', 'designers', 'engine', 'kit'])
  symlinkSync(path.join(copy, name), path.join(copy, 'node_modules/@weft', name))
writeFileSync(path.join(copy, 'package.json'), '{"type":"module"}')
for (const file of ['.oxlintrc.json', '.prettierrc.json', 'tsconfig.json'])
  if (existsSync(path.join(root, file))) cpSync(path.join(root, file), path.join(copy, file))

// A test runner that is told it runs inside another one says nothing.
const { NODE_TEST_CONTEXT: _, ...environment } = process.env
const run = (...args: string[]) =>
  spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', env: { ...environment, WEFT_ROOT: copy } })
const make = (...args: string[]) => run(path.join(root, 'tools/new-item.ts'), ...args)
const read = (file: string) => readFileSync(path.join(copy, file), 'utf8')
const passes = (file: string, name: RegExp) => {
  const { status, stdout } = run('--test', '--test-reporter=tap', '--test-name-pattern', name.source, file)
  assert.equal(status, 0, stdout)
  assert.match(stdout, new RegExp(`ok \\d+ - .*${name.source}`))
}

test('a new element stands in its folder and in the list, and its example passes', () => {
  assert.equal(make('element', 'guess-language').status, 0)
  assert.match(
    read('catalogue/elements/all.ts'),
    /import \{ graphqlRequest \} [^\n]+\nimport \{ guessLanguage \} from '\.\/guess-language\/guess-language\.ts'\nimport \{ httpRequest \} /,
  )
  assert.match(read('catalogue/elements/all.ts'), /\n {2}graphqlRequest,\n {2}guessLanguage,\n {2}httpRequest,\n/)
  passes('catalogue/elements/examples.test.ts', /guess_language does what its example 1 shows/)
})

test('a new transformer stands in its group, and its example passes', () => {
  assert.equal(make('transformer', 'text/shout').status, 0)
  assert.match(
    read('catalogue/transformers/all.ts'),
    /import \{ shout \} from '\.\/text\/shout\.ts'\nimport \{ similarity \}/,
  )
  assert.match(read('catalogue/transformers/all.ts'), /\n {2}shout,\n {2}similarity,\n/)
  passes('catalogue/transformers/examples.test.ts', /shout/)
})

test('a new resource comes with its migration', () => {
  assert.equal(make('resource', 'delivery-note').status, 0)
  assert.match(read('catalogue/resources/all.ts'), /dataStructure,\s+deliveryNote,/)
  const [migration] = readdirSync(path.join(copy, 'migrations')).filter((name) => name.endsWith('-delivery-note.sql'))
  assert.match(
    read(`migrations/${migration}`),
    /create table delivery_notes[^]*weft_protect\('delivery_notes', 'project'\);\ncall weft_audited\('delivery_notes'\);/,
  )
  assert.equal(
    run(
      '-e',
      "import('@weft/catalogue/resources/all.ts').then(({ resources }) => process.exit(resources.some((one) => one.path === 'delivery_notes') ? 0 : 1))",
    ).status,
    0,
  )
})

test('a new validator, mail, format, connector and page stand in the lists of their kinds', () => {
  for (const [kind, name] of [
    ['validator', 'postcode'],
    ['mail', 'trial-ends'],
    ['format', 'ini'],
    ['connector', 'shop'],
    ['page', 'delivery-notes'],
  ] as const)
    assert.equal(make(kind, name).status, 0, kind)
  passes('catalogue/lists.test.ts', /names everything that is declared, once/)
  passes('catalogue/lists.test.ts', /lists are alphabetical/)
  passes('catalogue/validators/examples.test.ts', /postcode/)
  passes('catalogue/mails/mails.test.ts', /trial_ends speaks in both languages/)
  assert.match(read('catalogue/formats/all.server.ts'), /\n {2}csv: csvBody,\n {2}ini: iniBody,\n {2}json: jsonBody,\n/)
  assert.match(read('catalogue/connectors/all.server.ts'), /\n {2}sftp: sftpBody,\n {2}shop: shopBody,\n/)
  assert.match(
    read('apps/web/routes/project.tsx'),
    /'\/project\/delivery-notes',\s+'projectDeliveryNotes',[^]*DeliveryNotesScreen\)?,?\s+\),\n\]\n$/,
  )
})

test('a new migration has the next number', () => {
  const before = readdirSync(path.join(copy, 'migrations')).length
  assert.equal(make('migration', 'longer-names').status, 0)
  const files = readdirSync(path.join(copy, 'migrations')).toSorted()
  assert.equal(files.length, before + 1)
  assert.match(files.at(-1)!, /^\d{4}-longer-names\.sql$/)
})

test('what was generated passes types, layout and lint', () => {
  const made = [
    'catalogue/elements/guess-language/guess-language.ts',
    'catalogue/transformers/text/shout.ts',
    'catalogue/resources/delivery-note/delivery-note.ts',
    'catalogue/validators/postcode.ts',
    'catalogue/mails/trial-ends.ts',
    'catalogue/formats/ini/ini.ts',
    'catalogue/formats/ini/ini.server.ts',
    'catalogue/connectors/shop/shop.ts',
    'catalogue/connectors/shop/shop.server.ts',
    'apps/web/features/delivery-notes/delivery-notes.tsx',
  ]
  const lists = ['catalogue/connectors/all.server.ts', 'catalogue/formats/all.server.ts', 'apps/web/routes/project.tsx']
  writeFileSync(
    path.join(copy, 'tsconfig.made.json'),
    JSON.stringify({
      extends: './tsconfig.json',
      compilerOptions: { incremental: false },
      files: [...made, ...lists.filter((file) => file.startsWith('catalogue/'))],
      include: [],
    }),
  )
  const library = (name: string) => path.join(root, 'node_modules', name)
  for (const [tool, ...args] of [
    ['@typescript/native/bin/tsc', '-p', 'tsconfig.made.json'],
    ['prettier/bin/prettier.cjs', '--check', ...made, ...lists],
    ['oxlint/bin/oxlint', ...made],
  ]) {
    const { status, stdout, stderr } = run(library(tool!), ...args)
    assert.equal(status, 0, stdout + stderr)
  }
})

test('the first of a list goes before the others', () => {
  assert.equal(make('element', 'aaa').status, 0)
  assert.match(read('catalogue/elements/all.ts'), /^import \{ aaa \}.*\nimport \{ aggregate \}/)
  assert.match(read('catalogue/elements/all.ts'), /\[\n {2}aaa,\n {2}aggregate,\n/)
})

test('a name that is none, and one that exists, change nothing', () => {
  const before = read('catalogue/elements/all.ts')
  assert.equal(make('element', 'filter').status, 1)
  assert.equal(make('element', 'Wait For File').status, 1)
  assert.equal(make('transformer', 'shout').status, 1)
  assert.equal(make('thing', 'x').status, 1)
  assert.equal(read('catalogue/elements/all.ts'), before)
  assert.ok(!existsSync(path.join(copy, 'catalogue/elements/Wait For File')))
})
