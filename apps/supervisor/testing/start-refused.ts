import { spawn } from 'node:child_process'
import path from 'node:path'
import { freePort } from '@weft/kit/database/embedded.server.ts'

/** One more `npm start` with these settings: what it says and how it ends. */
export async function startRefused(
  environment: Record<string, string>,
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['apps/supervisor/main.ts'], {
    cwd: path.resolve(import.meta.dirname, '../../..'),
    env: { ...process.env, DATABASE_URL: '', PORT: String(await freePort()), WEFT_DEMO: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })))
}
