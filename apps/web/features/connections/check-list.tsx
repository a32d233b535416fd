import type { CheckStep } from '@weft/kit/define/connector.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Checklist } from '@weft/kit/ui/checklist.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { Checked } from './api.ts'

const texts = defineMessages({
  label: { en: 'Steps of the test', de: 'Schritte der Prüfung' },
  notTried: { en: 'not tried', de: 'nicht versucht' },
})
const stepTexts = defineMessages({
  host: { en: 'Host found and allowed', de: 'Host gefunden und erlaubt' },
  connection: { en: 'Connected', de: 'Verbunden' },
  sign_in: { en: 'Signed in', de: 'Angemeldet' },
  version: { en: 'Version', de: 'Version' },
  rights: { en: 'Permissions', de: 'Berechtigungen' },
  sample: { en: 'Sample', de: 'Stichprobe' },
} satisfies Record<CheckStep, object>)
/** The same steps where they failed. */
export const failedTexts = defineMessages({
  host: { en: 'Host not reachable', de: 'Host nicht erreichbar' },
  connection: { en: 'Not connected', de: 'Nicht verbunden' },
  sign_in: { en: 'Sign-in refused', de: 'Anmeldung abgelehnt' },
  version: { en: 'Version not told', de: 'Version nicht genannt' },
  rights: { en: 'Permissions missing', de: 'Berechtigungen fehlen' },
  sample: { en: 'Nothing could be read', de: 'Nichts lesbar' },
} satisfies Record<CheckStep, object>)

/** The steps of a check with their times. */
export function CheckSteps({ steps }: { steps: Checked['steps'] }) {
  const t = useTexts(texts)
  const passed = useTexts(stepTexts)
  const failed = useTexts(failedTexts)
  const formats = useFormats()
  return (
    <Checklist
      label={t.label()}
      items={steps.map(({ step, state, milliseconds, detail }) => ({
        key: step,
        state,
        title: state === 'failed' ? failed[step]() : passed[step](),
        hint: state === 'not_tried' ? t.notTried() : detail,
        time: formats.duration(milliseconds),
      }))}
    />
  )
}
