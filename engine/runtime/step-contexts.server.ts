import { isFinal } from '@weft/kit/define/job-status.ts'
import path from 'node:path'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { inScope, type Database, type ProjectScope } from '@weft/kit/database/connect.server.ts'
import type { MailClass } from '@weft/kit/define/mail.ts'
import type { Model } from '@weft/kit/define/model.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { Transformer } from '@weft/kit/define/transformer.ts'
import { openStored } from '@weft/kit/text-templates/open-stored.ts'
import type { StepContext, StoredText } from '@weft/kit/define/step-context.ts'
import { uuidOf } from '@weft/kit/define/uuid-of.server.ts'
import { outside } from '@weft/kit/process/outside.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { WaysOut } from '../agents/ways-out.server.ts'
import type { TenantEgress } from '../connections/egress.server.ts'
import { openHttp } from '../connections/http.server.ts'
import type { Mailer } from '../connections/mail.server.ts'
import { openNotices } from '../connections/notice.server.ts'
import { outsideConnections } from '../connectors/outside-connections.server.ts'
import { openConnections, type KnownConnectors } from '../connectors/use.server.ts'
import type { Enqueuer } from '../queue/enqueue.server.ts'
import { openInbox } from '../mail/inbox.server.ts'
import { notedFiles } from '../data-lake/noted-files.server.ts'
import { openDataSets } from '../data-sets/data-sets.server.ts'
import { computeFields } from '../data-sets/formulas/compute.ts'
import { introduceTransformers } from '../data-sets/formulas/introduced.ts'
import { compileMapping, emittedFunctions } from '../mapping/compile.ts'
import { withFunctions } from '../mapping/functions.ts'
import { takeNumbers } from '../mapping/number-ranges.server.ts'
import { functionsIn } from '../mapping/stored-functions.server.ts'
import { readSides } from '../mapping/sources.server.ts'
import { formatsForSteps, type KnownFormats } from '../models/formats.ts'
import { readByModel } from '../models/read.server.ts'
import { readTexts } from '../mail/stored-texts.server.ts'
import { retryRead } from '../models/retry.ts'
import { storedModel } from '../models/stored.server.ts'
import { transformersOf } from '../plugins/transformers.server.ts'
import { openRecords } from '../records/records.server.ts'
import type { Ground } from '../records/structures.server.ts'
import { openReferences, openReferencesOf } from '../references/references.server.ts'
import { openStates, type GoesOn } from '../states/states.server.ts'
import { openSynced } from '../synced/synced.server.ts'
import { publicAddress } from '../waiting/address.server.ts'
import { openAnswer } from '../waiting/answers.server.ts'
import { openApprovals, type ApprovalMail } from '../waiting/approvals.server.ts'
import { callbackPath } from '../waiting/callbacks.server.ts'
import { openRates } from '../waiting/rates.server.ts'
import { openSignals } from '../waiting/signals.server.ts'
import type { Storages } from '../storage/storages.server.ts'
import type { StepProblem } from './failure.ts'
import type { JobToRun } from './job.ts'
import { openConfiguration, type Secrets } from './configuration.server.ts'
import { keptSandbox } from './sandbox-kept.server.ts'
import type { JobFiles } from './job-files.ts'
import { openSpools } from './spool.server.ts'

const texts = defineMessages({
  noWorkflow: {
    en: 'The workflow that is called does not exist any more.',
    de: 'Den aufgerufenen Workflow gibt es nicht mehr.',
  },
  noMapping: { en: 'The mapping is switched off.', de: 'Das Mapping ist ausgeschaltet.' },
})

/** The opened parts of the engine that steps reach through their context. */
export type StepContextDeps = Ground & {
  key: Keyring
  home: string
  jobFiles: JobFiles
  storages: Pick<Storages, 'of'>
  formats: KnownFormats
  transformers: ReadonlyMap<string, Transformer>
  egress: TenantEgress
  ways: Pick<WaysOut, 'of'>
  connectors: KnownConnectors
  mailer: Mailer
  /** The kind of mail that steps write. */
  mail: MailClass<'subject' | 'text'>
  approvalMail: ApprovalMail
  enqueuer: Enqueuer
  sandbox: StepContext['sandbox']
}

/** Worlds of jobs. What is the same for all jobs of a project is opened once. */
export function openStepContexts(
  given: StepContextDeps,
): (job: JobToRun, signal: AbortSignal) => StepContext & Secrets & GoesOn {
  const parts = { ...given, sandbox: keptSandbox(given.sandbox) }
  introduceTransformers([...parts.transformers.values()])
  const projects = new Map<string, ReturnType<typeof openProject>>()
  return (job, signal) => {
    const known = projects.get(job.project_id)
    const project =
      known ?? openProject(parts, { level: 'tenant', tenant_id: job.tenant_id, project_id: job.project_id })
    if (!known) {
      if (projects.size > 200) projects.delete(projects.keys().next().value!)
      projects.set(job.project_id, project)
    }
    const { tenant_id, project_id } = job
    const scope: ProjectScope = { level: 'tenant', tenant_id, project_id }
    const http = openHttp({ egress: parts.egress.of(tenant_id), signal })
    const { connectionsBy, ...shared } = project
    const { goesOn, ...states } = openStates(parts.db, scope, job)
    return {
      ...shared,
      files: notedFiles(parts.databases, project.files, job),
      goesOn,
      http: (request) => outside(() => http(request)),
      connections: outsideConnections(connectionsBy((out) => openHttp({ egress: out, signal }), signal)),
      states,
      references: openReferencesOf(parts.db, scope, job),
      synced: openSynced(parts.db, scope, job),
      signals: openSignals(parts.db, scope, job),
      rates: openRates(parts.db, scope),
      answer: openAnswer(parts.db, scope, job),
      approvals: openApprovals({ ...parts, mask: project.mask }, scope, job),
      callbackAddress: async (step) =>
        `${await publicAddress(parts.db)}${callbackPath(parts.key, job.origin_id, step)}`,
      mail: async ({ to, subject, text, attachments = [], key }) => {
        await outside(() =>
          parts.mailer.send(
            { tenant_id, project_id, workflow_id: job.workflow_id, job_id: job.id, files: project.files },
            {
              mail: parts.mail,
              variables: { subject, text },
              to,
              key,
              attachments: attachments.map((one) =>
                typeof one === 'string' ? one : { name: one.name, content: Buffer.from(one.content) },
              ),
              mask: project.mask,
            },
          ),
        )
      },
      inbox: openInbox(parts.db, scope, job, project.mask),
      jobs: childrenOf(parts, job),
      sandbox: parts.sandbox,
    }
  }
}

/** What is opened anew for each job. */
type OfJob =
  | 'http'
  | 'connections'
  | 'states'
  | 'references'
  | 'synced'
  | 'signals'
  | 'rates'
  | 'answer'
  | 'approvals'
  | 'callbackAddress'
  | 'mail'
  | 'inbox'
  | 'jobs'
  | 'sandbox'

function openProject(
  parts: StepContextDeps,
  scope: ProjectScope,
): Omit<StepContext, OfJob> & Secrets & { connectionsBy: ReturnType<typeof openConnections> } {
  const { db, storages, formats } = parts
  const files = storages.of(scope.tenant_id)
  const records = openRecords(parts, scope)
  const { transformers } = parts
  const data_sets = openDataSets(
    { ...parts, compute: async (_, { fields, rows, now }) => computeFields(fields, rows, { transformers, now }) },
    scope,
  )
  const { value, text, secret, mask, learn, openAll } = openConfiguration(db, parts.key, scope)
  const notify = openNotices(db, scope)
  return {
    files,
    records,
    configuration: value,
    mask,
    openSecrets: openAll,
    connectionsBy: openConnections({
      db,
      key: parts.key,
      scope,
      connectors: parts.connectors,
      ways: parts.ways,
      files,
      folder: path.join(parts.home, 'tmp'),
      learn,
    }),
    formats: {
      ...formatsForSteps(formats),
      retry: (format, options, refused) => retryRead(formats, { format, options }, refused),
    },
    notify: (users, notice) => notify(users, { ...notice, title: mask(notice.title), message: mask(notice.message) }),
    data_sets,
    texts: {
      read: (ids) => storedTexts(db, scope, ids),
      pdf: async (html, about) => (await import('../pdf/html-to-pdf.server.ts')).htmlToPdf(html, about),
    },
    mappings: {
      async compile(id) {
        const { transformers, around } = await transformersOf(parts, scope)
        const functions = await inScope(db, scope, functionsIn)
        return around(
          compileMapping(
            {
              ...(await mappingOf(db, scope, id)),
              transformers: withFunctions(transformers, functions, emittedFunctions),
            },
            {
              lookup: records.lookup,
              references: openReferences(db, scope).find,
              data_set: data_sets.lookup,
              partners: data_sets.partners,
              numbers: ({ count, ...asked }) => takeNumbers(db, scope, asked, count),
              configuration: text,
              text: async (id) => (await storedTexts(db, scope, [id])).get(id),
              secret,
            },
          ),
        )
      },
    },
    models: {
      async *read(id, source, cursor, fusion) {
        const model = await inScope(db, scope, (trx) =>
          trx.selectFrom('dynamic_models').selectAll().where('id', '=', id).executeTakeFirst(),
        )
        if (!model) throw notFound()
        yield* readByModel(formats, model as unknown as Model, source, cursor, fusion)
      },
      async retry(id, refused) {
        const model = await inScope(db, scope, (trx) => storedModel(trx, id))
        return retryRead(formats, { format: model.type, options: model.options, model }, refused)
      },
    },
  }
}

async function storedTexts(
  db: Database,
  scope: ProjectScope,
  ids: readonly string[],
): Promise<Map<string, StoredText>> {
  const found = await inScope(db, scope, (trx) => readTexts(trx, ids))
  return new Map([...found].map(([id, unread]) => [id, openStored(unread)]))
}

const mappingOf = (db: Database, scope: ProjectScope, id: string) =>
  inScope(db, scope, async (trx) => {
    const mapping = await trx.selectFrom('mappings').selectAll().where('id', '=', id).executeTakeFirst()
    if (!mapping) throw notFound()
    if (!mapping.active) throw new Conflict('MAPPING_INACTIVE', texts.noMapping())
    return {
      definition: mapping.definition as unknown,
      label: mapping.label,
      ...(await readSides(trx, mapping)),
    }
  })

function childrenOf({ db, jobFiles, enqueuer }: StepContextDeps, job: JobToRun): StepContext['jobs'] {
  const { tenant_id, project_id } = job
  const scope: ProjectScope = { level: 'tenant', tenant_id, project_id }
  return {
    async start({ key, workflow_id, parameters, records }) {
      // The same key means the same child, whichever attempt asks.
      const id = uuidOf(`${job.origin_id} ${key}`)
      const spools = openSpools(jobFiles, id, job.attempt)
      const known = await inScope(db, scope, (trx) =>
        trx.selectFrom('jobs').select('id').where('id', '=', id).executeTakeFirst(),
      )
      if (known) return id
      let count = 0
      await spools.whole('__in', () => counted(records, (n) => (count += n)))
      const exists = await inScope(db, scope, (trx) =>
        trx.selectFrom('workflows').select('id').where('id', '=', workflow_id).executeTakeFirst(),
      )
      if (!exists) throw new Conflict('WORKFLOW_NOT_FOUND', texts.noWorkflow())
      const payload = count > 0 ? { spool: '__in', job_id: id } : { record: parameters }
      await enqueuer.enqueue({
        id,
        tenant_id,
        project_id,
        workflow_id,
        started_by: 'workflow',
        parameters,
        payload,
        parent_job_id: job.id,
        parent_key: key,
      })
      return id
    },
    async outcome(id) {
      const row = await inScope(db, scope, (trx) =>
        trx.selectFrom('jobs').select(['status', 'return_values', 'error']).where('id', '=', id).executeTakeFirst(),
      )
      return row && isFinal(row.status)
        ? {
            status: row.status,
            return_values: (row.return_values ?? {}) as DataRecord,
            error: (row.error as StepProblem | null) ?? undefined,
          }
        : undefined
    },
  }
}

async function* counted(batches: AsyncIterable<DataRecord[]>, count: (n: number) => void) {
  for await (const records of batches) {
    count(records.length)
    yield records
  }
}
