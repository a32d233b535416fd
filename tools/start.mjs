// Runs on any Node >= 18: installs what the lock file says, then goes on with the project's own Node 24. With `--omit=dev` what only
// tests and checks need, a browser among it, is not installed: 835 MB instead of 1,092.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const modules = path.join(root, 'node_modules')
/** What npm notes of the packages it has installed. */
const has = packagesOf(path.join(modules, '.package-lock.json'))
const wanted = packagesOf(path.join(root, 'package-lock.json'))
const asked = process.argv.slice(2)
const command = asked.filter((argument) => argument !== '--omit=dev')
/** Where they are there already they stay, and are kept up to date. */
const omitsDev = command.length < asked.length && !Object.values(has).some(({ dev }) => dev)
if (!isInstalled()) {
  const verb = existsSync(modules) ? 'install' : 'ci' // ci would first empty the folder under whatever runs from it
  const options = [
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    ...(omitsDev ? ['--omit=dev'] : []),
  ]
  const install = spawnSync('npm', [verb, ...options], { cwd: root, stdio: 'inherit' })
  if (install.status !== 0) process.exit(install.status ?? 1)
}

/** The packages a lock file names, by their places. */
function packagesOf(lockFile) {
  return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, 'utf8')).packages : {}
}

function isInstalled() {
  return Object.entries(wanted).every(
    ([place, { version, optional, dev, devOptional }]) =>
      !place.startsWith('node_modules/') ||
      optional ||
      (omitsDev && (dev || devOptional)) ||
      has[place]?.version === version,
  )
}

const own = path.join(modules, '.bin', 'node')
const node = existsSync(own) ? own : process.execPath
if (node === process.execPath && Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `Weft brings its own Node 24 for Linux on x64 and arm64. On this platform please install Node 24 or newer (found ${process.version}).`,
  )
  process.exit(1)
}
// What Node compiles and strips of types is kept, and used by every process started below: a worker then loads in 0.4 s instead of 2.3 s.
const env = { NODE_COMPILE_CACHE: path.join(modules, '.cache', 'node'), ...process.env }
const child = spawn(node, ['--disable-warning=ExperimentalWarning', ...command], { cwd: root, env, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 128 : 1)))
