import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { openTenantDatabases } from '@weft/engine/connections/tenant-databases.server.ts'
import { allowList, openEgress } from '@weft/engine/connections/egress.server.ts'
import {
  collections,
  type Collection,
  type DocumentStore,
  type StoredDocument,
} from '@weft/engine/documents/document-store.ts'
import { projectsOf } from '@weft/engine/moves/copy.server.ts'
import { recordStore } from '@weft/engine/records/store.server.ts'
import type { FolderEntry, Storage } from '@weft/engine/storage/storage.ts'
import { openStorages } from '@weft/engine/storage/storages.server.ts'
import { anSftpServer } from '@weft/engine/storage/testing/sftp-server.ts'
import { openDatabase, openPool } from '@weft/kit/database/connect.server.ts'
import { openKeyring } from '@weft/kit/secrets/keyring.server.ts'
import { ferretDb } from '@weft/kit/testing/ferretdb.ts'
import { mariaDb } from '@weft/kit/testing/mariadb.ts'
import { databaseOf, onControl } from '@weft/kit/testing/product-database.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { adminSignIn, Client, startProduct, type Product } from '@weft/kit/testing/product.ts'
import { folderFileStore } from '@weft/engine/file-store/folder-file-store.server.ts'

const maria = await mariaDb()
const root = { user: 'root', password: 'Sturm-und-Drang' }
const ferret = await ferretDb({ ...root, database: 'admin' })
const place = mkdtempSync(path.join(tmpdir(), 'weft-servers-'))
const at = (name: string) => path.join(place, name)
const running: Product[] = []
after(async () => {
  for (const one of running) await one.stop()
  rmSync(place, { recursive: true, force: true })
})

function run(tool: string, args: string[], home: string) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', `tools/${tool}.ts`, ...args], {
    env: { ...process.env, WEFT_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise<{ status: number | null; output: string }>((resolve) =>
    child.once('close', (status) => resolve({ status, output })),
  )
}

if (typeof maria === 'string') test('records on MariaDB', { skip: maria }, () => {})
else if (typeof ferret === 'string') test('documents on MongoDB', { skip: ferret }, () => {})
else {
  mkdirSync(at('files/letters/empty'), { recursive: true })
  mkdirSync(at('files/.versions/numbers.csv'), { recursive: true })
  writeFileSync(at('files/letters/Grüße.txt'), 'Moin')
  writeFileSync(at('files/letters/none'), '')
  writeFileSync(at('files/large.bin'), randomBytes(3_000_000))
  writeFileSync(at('files/.versions/numbers.csv/2026-11-27T10-00-00.000Z.csv'), 'n\n1')
  utimesSync(at('files/letters/Grüße.txt'), new Date('2020-02-02T02:02:02Z'), new Date('2020-02-02T02:02:02Z'))
  const sftp = await anSftpServer({ root: at('files') })

  const product = await startProduct()
  running.push(product)
  const admin = await Client.signIn(product.url, adminSignIn, 'admin')
  await admin.put('settings/egress', { allow: [{ host: '127.0.0.1' }] })
  const { id: server_id } = await admin.post('database_servers', {
    ...{ name: 'Maria', engine: 'mysql', host: maria.host, port: maria.port },
    ...{ username: maria.username, password: maria.password },
  })
  const { id: documents_server_id } = await admin.post('database_servers', {
    ...{ name: 'Ferret', engine: 'mongodb', host: '127.0.0.1', port: ferret.port },
    ...{ username: root.user, password: root.password },
  })
  const { username, password } = sftp
  const { user, tenant_id, project_id, sign_in } = await aTenantOn(product, 'Fern Handel', {
    ...{ server_id, documents_server_id },
    storage: { type: 'sftp', host: '127.0.0.1', port: sftp.port, root: '/', username, password },
  })
  const field = (name: string, type: string, more: object = {}) => ({
    ...{ id: randomUUID(), name, type, nullable: true, ...more },
  })
  const structure = await user.post('data_structures', {
    ...{ class_name: 'Order', table_name: 'orders', label: 'Order', data_versioning: true },
    fields: [
      field('n', 'big_integer', { primary_key: true, required: true, nullable: false, unsigned: true }),
      field('customer', 'text', { length: 100 }),
      field('total', 'decimal', { precision: 20, scale: 4 }),
      field('factor', 'decimal'),
      field('paid', 'boolean'),
      field('day', 'date'),
      field('at', 'date_time'),
      field('clock', 'time'),
      field('key', 'uuid'),
      field('lines', 'list'),
      field('note', 'long_text'),
    ],
  })
  const orders = (suffix: string) =>
    Array.from({ length: 1_500 }, (_, n) =>
      JSON.stringify({
        n: n === 0 ? '18446744073709551615' : n,
        customer: `Köln ${n % 17}${suffix}`,
        total: '1234567890123456.7890',
        factor: `${n}.250`,
        paid: n % 2 === 0,
        day: '2026-02-28',
        at: '2026-03-29T01:59:59.123456Z',
        clock: '08:15:00.25',
        key: '6f1e7a3c-0d52-4b55-9d7c-0123456789ab',
        lines: [{ sku: `s${n}`, q: 1.5, none: null }],
        note: n % 3 === 0 ? null : `note ${n}\n'"\\ 😀`,
      }),
    ).join('\n')
  const workflow = await user.post('workflows', {
    ...{ label: 'Orders', class_name: 'Orders' },
    source: `weft: 1
label: Orders
steps:
  - { id: go, element: manual }
  - { id: read, element: read_file, settings: { path: orders.jsonl, format: jsonl } }
  - { id: write, element: write_records, settings: { structure_id: ${structure.id}, mode: upsert } }
edges:
  - { from: go.out, to: read.in }
  - { from: read.out, to: write.in }
`,
  })
  for (const suffix of ['', ' II']) {
    writeFileSync(at('files/orders.jsonl'), orders(suffix))
    const { job_id } = await user.post(`workflows/${workflow.id}/run`)
    const job = await user.ended(job_id)
    assert.equal(job.status, 'stopped', JSON.stringify(job.error))
  }

  /** What a tenant's records, documents and files are, read as the product does, wherever they lie. */
  async function everything(of: Product) {
    const keys = openKeyring(of.home)
    const pool = openPool(databaseOf(of).url, { max: 4 })
    const db = openDatabase(pool)
    const databases = openTenantDatabases(db, keys)
    const egress = openEgress(allowList(db))
    const storages = openStorages({ db, key: keys, fileStore: folderFileStore(of.home), egress })
    try {
      const store = await recordStore(databases, tenant_id)
      const [{ structures }] = (await projectsOf(db, tenant_id)) as [Awaited<ReturnType<typeof projectsOf>>[number]]
      const orders = structures[0]!
      const found = (await Array.fromAsync(store.selected(orders, { sort: '_id' }))).flat()
      const markers = await store.transfer.markers(project_id)
      const byId = (a: object, b: object) => JSON.stringify(a).localeCompare(JSON.stringify(b))
      const documents = await databases.documents(tenant_id)
      const files = storages.of(tenant_id)
      const list = (await filesBelow(files, '')).toSorted((a, b) => a.path.localeCompare(b.path))
      return {
        // The fingerprint of a record is each database's own affair.
        records: found.map(({ _hash, factor, ...rest }) => ({ ...rest, factor: Number(factor) })),
        next: await store.transfer.nextId(orders),
        versions: (await Array.fromAsync(store.transfer.versions(orders)))
          .flat()
          .map(({ row, ...version }) => ({ ...version, row: valuesOf(row) }))
          .toSorted(byId),
        markers: {
          writers: markers.writers.toSorted(byId),
          batches: markers.batches
            .map(({ outcome, ...batch }) => ({ ...batch, outcome: valuesOf(outcome) }))
            .toSorted(byId),
        },
        documents: await Promise.all(collections.map((name) => allOf(documents, name))),
        found: await documents.count('mail_archive', { search: 'fisch' }),
        files: await Promise.all(
          list.map(async ({ path: name, size, modified_at }) => {
            const hash = createHash('sha256')
            for await (const piece of await files.read(name)) hash.update(piece as Buffer)
            return [name, size, modified_at.slice(0, 19), hash.digest('hex')]
          }),
        ),
        folders: (await files.folder('letters')).map(({ name, kind }) => `${kind} ${name}`),
      }
    } finally {
      storages.close()
      await databases.close()
      await egress.close()
      await pool.end()
    }
  }
  async function allOf(documents: DocumentStore, name: Collection) {
    const all: StoredDocument[] = []
    for (let after: string | undefined = ''; after !== undefined;) {
      const page = await documents.find(name, { order: 'oldest', after })
      all.push(...page.documents)
      after = page.next
    }
    return all
  }
  /** With those of folders that begin with a dot. */
  async function filesBelow(files: Storage, folder: string): Promise<FolderEntry[]> {
    const entries = await files.folder(folder)
    const below = entries.filter(({ kind }) => kind === 'folder').map(({ path: one }) => filesBelow(files, one))
    return [...entries.filter(({ kind }) => kind === 'file'), ...(await Promise.all(below)).flat()]
  }
  /** Numbers as JSON has them are the same with and without zeros behind. */
  const valuesOf = (json: string) =>
    JSON.stringify(JSON.parse(json), (name, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : name === 'factor' || name === 'total'
          ? Number(value)
          : value,
    )

  async function onDocuments<T>(of: Product, work: (store: DocumentStore) => Promise<T>): Promise<T> {
    const pool = openPool(databaseOf(of).url, { max: 2 })
    const databases = openTenantDatabases(openDatabase(pool), openKeyring(of.home))
    try {
      return await work(await databases.documents(tenant_id))
    } finally {
      await databases.close()
      await pool.end()
    }
  }
  await onDocuments(product, async (store) => {
    await store.putMany(
      'data_lake',
      Array.from({ length: 1_200 }, (_, n) => ({
        ...{ project_id, created_at: new Date(1.7e12 + n).toISOString() },
        document: { '': n, 'a.b': { $where: [[n], {}] }, large: 1.5e300, small: -5e-324, text: 'Ä "x" \\ 😀' },
      })),
    )
    await store.put('mail_archive', { project_id, document: { subject: 'Moin' }, text: 'Frischer FISCH' })
    await store.put('payloads', { document: { blob: 'x'.repeat(5_000_000) }, expires_at: '2299-01-01T00:00:00.000Z' })
  })

  test(
    'records on MariaDB, documents on MongoDB and files on SFTP are in a backup and come back, one by one',
    { timeout: 600_000 },
    async () => {
      const there = await everything(product)
      assert.deepEqual([there.records.length, there.versions.length, there.found], [1_500, 1_500, 1])
      assert.deepEqual(
        there.files.map(([name]) => name),
        [
          '.versions/numbers.csv/2026-11-27T10-00-00.000Z.csv',
          'large.bin',
          'letters/Grüße.txt',
          'letters/none',
          'orders.jsonl',
        ],
      )
      // What a tenant had here before its files moved away is not what it has.
      mkdirSync(path.join(product.home, 'storage', tenant_id, 'letters'), { recursive: true })
      writeFileSync(path.join(product.home, 'storage', tenant_id, 'letters', 'old.txt'), 'old')
      writeFileSync(at('files/odd\\name.txt'), 'odd')
      const made = await run('backup', [at('backup')], product.home)
      rmSync(at('files/odd\\name.txt'))
      assert.equal(made.status, 0, made.output)
      assert.match(made.output, /Copying the records of Fern Handel: database weft_t_\w+ on 127\.0\.0\.1:\d+ …/)
      assert.match(made.output, /Copying the documents of Fern Handel: database weft_d_\w+ on 127\.0\.0\.1:\d+ …/)
      assert.match(made.output, /Copying the files of Fern Handel: \/ on 127\.0\.0\.1 …/)
      assert.deepEqual(
        made.output.split('\n').filter((line) => line.startsWith('NOT IN THIS BACKUP')),
        [
          'NOT IN THIS BACKUP: the files of Fern Handel: / on 127.0.0.1: odd\\name.txt, whose name no file of a storage can have',
        ],
      )

      const home = at('home')
      const back = await run('restore', [at('backup'), '--key', path.join(product.home, 'secret.key')], home)
      assert.equal(back.status, 0, back.output)
      const copy = await startProduct({ environment: { WEFT_HOME: home } })
      running.push(copy)
      const lies = await onControl(copy, async (client) => {
        const { rows } = await client.query<{ lies: string }>(
          `select concat(c.name, ' ', c.engine, ' ', s.embedded) as lies from tenant_connections c join database_servers s on s.id = c.server_id where c.tenant_id = $1
            union all select concat('files ', type, ' ', root) from tenant_storages where tenant_id = $1 order by 1`,
          [tenant_id],
        )
        return rows.map(({ lies }) => lies)
      })
      assert.deepEqual(lies, [
        'documents postgres_documents t',
        `files local storage/${tenant_id}`,
        'tenant postgres t',
      ])
      assert.deepEqual(await everything(copy), there)
      assert.deepEqual(await everything(product), there, 'what was copied is as it was')

      const again = (await Client.signIn(copy.url, sign_in)).with({ 'x-project-id': project_id })
      const page = await again.call('GET', `data_structures/${structure.id}/records?perPage=1&sort=-n`)
      assert.equal(page.body.data[0].n, '18446744073709551615')
      const operator = await Client.signIn(copy.url, adminSignIn, 'admin')
      await operator.post('supervisor/release')
      const { job_id } = await again.post(`workflows/${workflow.id}/run`)
      assert.equal((await again.ended(job_id)).status, 'stopped')
    },
  )

  test('a tenant alone gets everything back where it lies', { timeout: 300_000 }, async () => {
    const there = await everything(product)
    await onDocuments(product, (store) => store.remove('mail_archive', {}))
    rmSync(at('files/letters'), { recursive: true })
    writeFileSync(at('files/large.bin'), 'small')
    const store = await user.call('GET', `data_structures/${structure.id}/records?perPage=1&sort=n`)
    await user.delete(`data_structures/${structure.id}/records/${store.body.data[0]._id}`)
    const back = await run('restore', [at('backup'), '--tenant', 'Fern Handel'], product.home)
    assert.equal(back.status, 0, back.output)
    const here = await everything(product)
    const withoutTimes = (files: unknown[][]) => files.map(([name, size, , digest]) => [name, size, digest])
    assert.deepEqual([here.records, here.versions, here.markers], [there.records, there.versions, there.markers])
    assert.deepEqual([here.documents, here.found, here.folders], [there.documents, 1, there.folders])
    assert.deepEqual(
      withoutTimes(here.files.filter(([name]) => !String(name).startsWith('before-restore-'))),
      withoutTimes(there.files),
    )
    assert.equal(here.files.filter(([name]) => String(name).endsWith('/large.bin')).length, 1)
    assert.ok(existsSync(at('files/letters/Grüße.txt')))
  })

  test(
    'servers that are away keep nobody from a backup, which says what is not in it',
    { timeout: 300_000 },
    async () => {
      await Promise.all([maria.stop(), ferret.stop(), sftp.close()])
      const { status, output } = await run('backup', [at('without')], product.home)
      assert.equal(status, 0, output)
      const missing = output.split('\n').filter((line) => line.startsWith('NOT IN THIS BACKUP'))
      assert.deepEqual(
        missing.map((line) => line.replace(/(: \S+ \S+ on|: \/ on) .* could not be copied: .+/, '')),
        ['records', 'documents', 'files'].map((kind) => `NOT IN THIS BACKUP: the ${kind} of Fern Handel`),
        output,
      )
      assert.deepEqual(readdirSync(at('without')).sort(), [
        ...['cluster.tar.zst', 'files', 'files.jsonl', 'manifest.json', 'secrets.json'],
      ])
      assert.ok(!existsSync(path.join(at('without'), `storage-${tenant_id}`)))
    },
  )
}
