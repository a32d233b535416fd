import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '@weft/kit/database/embedded.server.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { cachedFolder } from '@weft/kit/testing/cached-folder.ts'
import type { FileCounterpart } from '@weft/kit/testing/file-counterpart.ts'
import { httpReach } from '@weft/kit/testing/http-reach.ts'
import { azureBlob } from '../azure-blob.ts'
import { azureBlobBody } from '../azure-blob.server.ts'
import { requestsTo } from '../requests.server.ts'

const version = '3.37.0'

/** The account that every Azurite has: https://github.com/Azure/Azurite#default-storage-account */
const account = 'devstoreaccount1'
const secret = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=='

/** A program of Microsoft's that does as Azure does, with an empty container; or why there is none. It has too many packages to be one of ours. */
export async function azurite() {
  const installed = await cachedFolder(`azurite-${version}`, async (folder) => {
    writeFileSync(path.join(folder, 'package.json'), '{}')
    const wanted = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder, `azurite@${version}`]
    await promisify(execFile)('npm', wanted, { timeout: 600_000 })
  }).catch((error: unknown) => new Error(messageOf(error)))
  if (installed instanceof Error) {
    console.warn(`SKIPPED, no azurite: ${installed.message}`)
    return `There is no azurite here: ${installed.message}`
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'weft-azurite-'))
  const port = await freePort()
  let child: ChildProcess | undefined
  const server = {
    port,
    async start() {
      const program = path.join(installed, 'node_modules/azurite/dist/src/blob/main.js')
      const options = ['--silent', '--location', folder, '--blobPort', String(port), '--disableTelemetry']
      child = spawn(process.execPath, [program, ...options], { stdio: 'ignore' })
      while (!(await answers(port))) {
        if (child.exitCode !== null) throw new Error('azurite did not start')
        await sleep(50)
      }
    },
    async kill() {
      const gone = new Promise((done) => child?.once('exit', done))
      if (child?.kill('SIGKILL')) await gone
    },
  }
  after(async () => {
    await server.kill()
    rmSync(folder, { recursive: true, force: true })
  })
  await server.start()
  const made = await requestsTo(settingsFor(server), httpReach).ask('PUT', { query: { restype: 'container' } })
  if (made.status !== 201) throw new Error(`azurite made no container: ${made.status}`)
  return server
}

/** What a connection to it is configured with. */
export const settingsFor = ({ port }: { port: number }, more: object = {}) =>
  azureBlob.settings.parse({
    account,
    endpoint: `http://127.0.0.1:${port}/${account}`,
    container: 'shop-files',
    secret,
    folder: '/in/here',
    ...more,
  })

export async function azureBlobCounterpart(): Promise<FileCounterpart | string> {
  const server = await azurite()
  if (typeof server === 'string') return server
  return {
    product: `Azurite ${version}`,
    open: () => azureBlobBody.files!(settingsFor(server), httpReach),
    async kill() {
      // It keeps what it holds every five seconds.
      await sleep(6_000)
      await server.kill()
    },
    start: () => server.start(),
    crowd: 200,
    emptyFolders: false,
  }
}

const answers = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => done(socket.destroy() !== undefined))
    socket.once('error', () => done(false))
  })
