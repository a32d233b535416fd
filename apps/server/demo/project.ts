import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { isFinal } from '@weft/kit/define/job-status.ts'
import type { DynamicField } from '@weft/kit/define/model.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { createSemaphore } from '@weft/kit/semaphore/semaphore.ts'
import type { DemoCaller } from './caller.ts'
import type { WorkflowDraft } from './workflow-text.ts'

/** What the demo does in a project, as somebody who works there. */
export type DemoProject = Pick<DemoCaller, 'get' | 'post' | 'put' | 'upload'>

const files = new URL('./files/', import.meta.url)
export const demoFile = (name: string) => readFile(new URL(name, files), 'utf8')

/** The id of what has been made. */
export const made = async (project: Pick<DemoProject, 'post'>, path: string, draft: object): Promise<string> =>
  (await project.post(path, draft)).id

/** Each may take twenty seconds and needs a core of its own for that. */
const analyses = createSemaphore({ at_once: 2 })

type Look = { path: string; name: string; key: string; dynamic_fields?: DynamicField[] }

/** Lets the analysis look at a stored file and keeps what it found as a dynamic model; answers the fields for a structure, too. */
export async function understood(
  project: DemoProject,
  { path, name, key, dynamic_fields = [] }: Look,
): Promise<{ model_id: string; fields: StructureField[] }> {
  const found = await analyses(() =>
    project.post('dynamic_models/analyze', {
      file: path,
      analyse_entry_quantity: 5_000,
      dynamic_fields,
      primary_key: key,
    }),
  )
  const model_id = await made(project, 'dynamic_models', {
    model_name: name,
    type: found.type,
    options: found.options,
    fields: found.fields,
    dynamic_fields,
    sample_file: path,
    primary_key: key,
  })
  return { model_id, fields: found.proposal.fields }
}

/** Makes a workflow whose triggers are awake, and answers its id. */
export async function published(project: DemoProject, draft: WorkflowDraft): Promise<string> {
  const id = await made(project, 'workflows', draft)
  await project.post(`workflows/${id}/publish`)
  await project.put(`workflows/${id}/triggers`, { active: true })
  return id
}

/** Several runs are waited for at once, on the cores that do their work. */
const looked_every_ms = 100

/** Runs a workflow and waits until it has ended the way it was expected to; anything else is an error of the demo. */
export async function runThrough(project: DemoProject, workflow: string, expected: string): Promise<void> {
  const { job_id } = await project.post(`workflows/${workflow}/run`)
  for (const until = Date.now() + 120_000; Date.now() < until; await sleep(looked_every_ms)) {
    const job = await project.get(`jobs/${job_id}`)
    if (job.status === expected) return
    if (isFinal(job.status))
      throw new Error(`A workflow of the demo ended ${job.status} instead of ${expected}: ${JSON.stringify(job.error)}`)
  }
  throw new Error('A workflow of the demo did not end within two minutes')
}

/** Waits for runs that begin by themselves: until a workflow has ended so many. */
export async function endedRuns(project: DemoProject, workflow: string, count: number): Promise<void> {
  for (const until = Date.now() + 120_000; Date.now() < until; await sleep(looked_every_ms)) {
    const jobs = (await project.get(`jobs?filter[workflow_id]=${workflow}`)) as { status: string }[]
    if (jobs.length >= count && jobs.every(({ status }) => isFinal(status as never))) return
  }
  throw new Error('A workflow of the demo did not begin by itself within two minutes')
}
