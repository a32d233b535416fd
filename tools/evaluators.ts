/** A source file as dependency-cruiser tells it. */
type Module = { source: string; dependencies: { resolved: string; dependencyTypes: string[] }[] }

type Exception = { importer: RegExp; imported: RegExp; reason: string }

/** What works on a tenant's bytes or expressions. The server has it done in processes of their own, by tasks. */
const evaluators = [
  /^engine\/.*-tasks\.server\.ts$/,
  /^engine\/(workflow-model\/document|runtime\/element-trial)\.ts$/,
  /^engine\/runtime\/(run|pipeline|segment|step-contexts|project-catalogue|retried)\.server\.ts$/,
  /^engine\/mapping\/(compile|preview|runner|suggest|propose-import|emit\/.*)\.ts$/,
  /^engine\/data-sets\/formulas\/compute\.ts$/,
  /^engine\/mail\/render-mail\.ts$/,
  /^engine\/mending\/mend\.ts$/,
  /^engine\/(pictures|models|forms|file-views)\/(?!.*-tasks\.ts$).*$/,
  /^engine\/plugins\/archive\.server\.ts$/,
  /^kit\/text-templates\/(text-template|language|uses)\.ts$/,
  /^engine\/pdf\/(html-to-pdf|boxes|pictures)\.server\.ts$/,
  /^kit\/define\/(render|values|evaluate-condition)\.ts$/,
  /^(designers|kit\/(workflow|mapping)-text)\//,
  /^catalogue\/(elements|formats)\/.*\.server\.ts$/,
  /^node_modules\/(yaml|sharp|yauzl|tar-stream|saxes|marked|re2js|iconv-lite|liquidjs|parse5)\//,
]

const features = (...names: string[]) => new RegExp(`^apps/server/features/(${names.join('|')})\\.ts$`)

/** Who reaches one all the same, and why that holds nobody up. */
const exceptions: Exception[] = [
  {
    importer: /^(catalogue\/(elements|transformers|validators)\/|kit\/text-templates\/step-texts\.ts$)/,
    imported: /^(kit\/(define\/(values|evaluate-condition)|xml\/xml-document)\.ts$|node_modules\/(marked|saxes)\/)/,
    reason: 'declarations carry their bodies, which tasks call and the server does not',
  },
  {
    importer: /^engine\/history\/canonical\.ts$/,
    imported: /^node_modules\/yaml\//,
    reason: 'reads what it has written itself, without aliases',
  },
  {
    importer: /^kit\/(define\/pattern\.ts$|encoding\/)/,
    imported: /^node_modules\/(re2js|iconv-lite)\//,
    reason: 'takes time in proportion to what it is given, which is in memory already',
  },
  {
    importer: /^kit\/files\/(s3\/(answers|requests\.server|store\.server)|http-files\.server)\.ts$/,
    imported: /^kit\/xml\/read-xml\.ts$/,
    reason: 'what the bucket of the installation itself answers: an error, or a page of names',
  },
  {
    importer: features('workflows/read-text'),
    imported: /^(engine\/workflow-model\/document|kit\/workflow-text\/change-text)\.ts$/,
    reason: 'reads short texts at once and hands long ones on',
  },
  {
    importer: features('workflows/create'),
    imported: /^kit\/workflow-text\/text\.ts$/,
    reason: 'writes the text of a new, empty workflow',
  },
  {
    importer: features('integrations/plan/workflow'),
    imported: /^kit\/workflow-text\/text\.ts$/,
    reason: 'writes the text of a new workflow, and reads none',
  },
  {
    importer: features('elements/actions'),
    imported: /^engine\/runtime\/element-trial\.ts$/,
    reason: 'tries elements of plugins, whose code runs in the sandbox',
  },
  {
    importer: features('mail/try-template', 'newsletter/campaign-trial-routes'),
    imported: /^engine\/mail\/render-mail\.ts$/,
    reason: 'gathers the values of a mail, which a task then writes',
  },
  {
    importer: /^engine\/mail\/compose\.server\.ts$/,
    imported: /^engine\/mail\/render-mail\.ts$/,
    reason: "writes the provider's own words; those of tenants are handed on",
  },
  {
    importer: features('records/routes', 'queries/routes', 'data-sets/routes', 'rejection-causes/correction-routes'),
    imported: /^catalogue\/formats\/all\.server\.ts$/,
    reason: 'writes exports as a stream; reads no file',
  },
  {
    importer: /^apps\/server\/open-context\.ts$/,
    imported: /^(catalogue\/formats\/all\.server|engine\/models\/formats)\.ts$/,
    reason: 'knows which formats there are; files are read by tasks',
  },
  {
    importer: features('dynamic-models/change', 'imports/order'),
    imported: /^engine\/models\/(check-model|formats)\.ts$/,
    reason: 'checks models; files are read by tasks',
  },
  {
    importer: features('plugins/routes'),
    imported: /^engine\/plugins\/archive\.server\.ts$/,
    reason: 'compares the signature of an archive; a task unpacks it',
  },
  {
    importer: /^apps\/server\/demo\/plugin\.ts$/,
    imported: /^engine\/plugins\/archive\.server\.ts$/,
    reason: "packs the demo's own plugin",
  },
]

/** The imports by which the server's process reaches an evaluator, each with who imports it, except those that have a reason. */
export function evaluatorsReached(
  modules: readonly Module[],
  from = /^apps\/server\/(?!testing|strange-files|.*\.test\.ts$)/,
): string[] {
  const known = new Map(modules.map((module) => [module.source, module]))
  const waiting = modules.filter(({ source }) => from.test(source)).map(({ source }) => source)
  const seen = new Set(waiting)
  const reached: string[] = []
  for (let source = waiting.pop(); source !== undefined; source = waiting.pop()) {
    for (const { resolved, dependencyTypes } of known.get(source)?.dependencies ?? []) {
      if (dependencyTypes.includes('type-only')) continue
      if (exceptions.some(({ importer, imported }) => importer.test(source) && imported.test(resolved))) continue
      if (evaluators.some((evaluator) => evaluator.test(resolved))) reached.push(`${source} → ${resolved}`)
      else if (!seen.has(resolved)) waiting.push((seen.add(resolved), resolved))
    }
  }
  return reached
}
