import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { Link } from '@tanstack/react-router'
import { jobPath } from '../jobs/job.ts'
import type { LakeEntry } from './lake.ts'

const texts = defineMessages({
  upload: { en: 'Uploaded by {name}', de: 'Hochgeladen von {name}' },
  run: { en: 'Written by a run', de: 'Von einem Lauf geschrieben' },
  found: { en: 'Brought by SFTP or a program', de: 'Per SFTP oder von einem Programm gebracht' },
})

/** Where a file came from. */
export function OriginOf({ origin: { by, name, job_id, workflow_id } }: Pick<LakeEntry, 'origin'>) {
  const t = useTexts(texts)
  if (by === 'upload') return t.upload({ name: name ?? '–' })
  if (by === 'run' && job_id && workflow_id) return <Link to={jobPath({ id: job_id, workflow_id })}>{t.run()}</Link>
  return t.found()
}
