// Runs on any Node >= 18: installs what the lock file says, then goes on with the project's own Node 24.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const stamp = path.join(root, 'node_modules', '.installed')
const lock = createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json'))).digest('hex')

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
  const install = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root, stdio: 'inherit' })
  if (install.status !== 0) process.exit(install.status ?? 1)
  writeFileSync(stamp, lock)
}

const own = path.join(root, 'node_modules', '.bin', 'node')
const node = existsSync(own) ? own : process.execPath
if (node === process.execPath && Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`Weft brings its own Node 24 for Linux on x64 and arm64. On this platform please install Node 24 or newer (found ${process.version}).`)
  process.exit(1)
}
const child = spawn(node, ['--no-node-snapshot', '--disable-warning=ExperimentalWarning', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 128 : 1)))
