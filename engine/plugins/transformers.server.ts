import { declaredTransformers, partKey } from '@weft/kit/define/plugin.ts'
import type { Transformer } from '@weft/kit/define/transformer.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import { inScope, type Database, type Scope } from '@weft/kit/database/connect.server.ts'
import { openElsewhere, type RemoteCall, type Computed } from '../mapping/elsewhere.ts'
import type { RunningPlugin } from './code.server.ts'
import { pluginsIn, runningPlugins } from './installed.server.ts'

const limits = { memory_mb: 128, timeout_ms: 30_000 }

type Parts = { db: Database; sandbox: StepContext['sandbox']; transformers: ReadonlyMap<string, Transformer> }
type Around = ReturnType<typeof openElsewhere>['around']

/** All transformers a project may use: the house's, and those of the plugins it uses. `around` makes a mapping wait for the latter. */
export async function transformersOf(
  { db, sandbox, transformers }: Parts,
  scope: Scope,
): Promise<{ transformers: ReadonlyMap<string, Transformer>; around: Around }> {
  const used = (await inScope(db, scope, pluginsIn)).filter(
    ({ enabled, manifest }) => enabled && manifest.transformers.length > 0,
  )
  if (used.length === 0) return { transformers, around: (run) => run }
  const found = pluginTransformers(await runningPlugins(db, scope, undefined, used), sandbox)
  return {
    transformers: new Map([...transformers, ...found.transformers.map((one): [string, Transformer] => [one.key, one])]),
    around: found.around,
  }
}

/** The transformers of plugins, computed in the sandbox: those of a batch all at once. */
export function pluginTransformers(
  plugins: readonly Pick<RunningPlugin, 'manifest' | 'files'>[],
  sandbox: StepContext['sandbox'],
) {
  const elsewhere = openElsewhere((calls) => computeIn(plugins, sandbox, calls))
  const transformers: Transformer[] = plugins.flatMap(({ manifest }) => declaredTransformers(manifest, elsewhere.apply))
  return { transformers, around: elsewhere.around }
}

/** What each call gives, in their order. */
export async function computeIn(
  plugins: readonly Pick<RunningPlugin, 'manifest' | 'files'>[],
  sandbox: StepContext['sandbox'],
  calls: readonly RemoteCall[],
): Promise<Computed[]> {
  const results: Computed[] = []
  for (const [key, group] of Map.groupBy(
    calls.map((call, at) => ({ ...call, at })),
    (call) => call.key,
  )) {
    const found = plugins
      .flatMap((plugin) => plugin.manifest.transformers.map((part) => ({ plugin, part })))
      .find(({ plugin, part }) => partKey(plugin.manifest.key, part.key) === key)
    if (!found) {
      for (const { at } of group) results[at] = { refused: key }
      continue
    }
    const program = await sandbox.openFiles({ files: found.plugin.files, entry: found.part.code, ...limits })
    try {
      const given = await program.each(group.map(({ inputs, options }) => [inputs, options]))
      for (const [i, { at }] of group.entries()) results[at] = given[i]!
    } finally {
      await program.close()
    }
  }
  return results
}
