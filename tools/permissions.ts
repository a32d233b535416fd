// Writes docs/permissions.md, the table of every route with whose data it works on and what it needs: `npm run permissions`. What changes
// in it is a decision to look at; apps/server/rights-matrix.test.ts asks the guard of every line.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { folderFileStore } from '@weft/engine/file-store/folder-file-store.server.ts'
import { createApp } from '@weft/kit/http/app.server.ts'
import type { AppContext } from '@weft/server/context.ts'
import { routes } from '@weft/server/features/all.ts'

const head = `# Permissions

Every route below \`/api/admin\` and \`/api/app\`: whose data it works on, and the permission the caller's role needs. A route without a
permission is about the caller. A test calls each as every role, in the own tenant and in a foreign one, and fails for a route that
stands here wrongly or not at all. \`npm run permissions\` writes the table; look at what it changes.

*public* nobody has to be signed in · *user* the caller · *branch* whatever lies below the caller · *level* the selected tenant or
partner, otherwise the caller's own level · *tenant*, *project* the selected one; provider's and partner's staff need a support access ·
*partner*, *provider* these alone. Which role has which permission stands in \`kit/define/permissions.ts\`.

| method | route | works on | needs |
| --- | --- | --- | --- |
`

const lines = new Map<string, string>()
const app = await createApp({ version: '0' })
app.addHook('onRoute', ({ method, url, config, schema }) => {
  if ((schema as { hide?: boolean } | undefined)?.hide || !url.startsWith('/api/app')) return
  const shown = url.replace('/api/app', '').replaceAll(/:(\w+)/g, '{$1}') || '/'
  for (const one of [method].flat())
    if (one !== 'HEAD' && one !== 'OPTIONS')
      lines.set(
        `${shown} ${one}`,
        `| ${one} | \`${shown}\` | ${config?.scope ?? '–'} | ${config?.may?.join('.') ?? '–'} |`,
      )
})
// No route is called here, so of the house only where its files lie is needed.
await app.register(routes({ home: '.', fileStore: folderFileStore('.') } as AppContext, 'app'), { prefix: '/api/app' })
await app.ready()
writeFileSync(
  path.resolve(import.meta.dirname, '../docs/permissions.md'),
  head +
    [...lines]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, line]) => `${line}\n`)
      .join(''),
)
await app.close()
