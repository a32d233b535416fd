import { numberRangeParts, numberRanges, numberRangeSettings } from '@weft/catalogue/resources/setting/number-ranges.ts'
import type { SettingGroup } from '@weft/kit/define/setting-group.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { z } from 'zod'
import { SettingsPanel } from './settings-panel.tsx'

const texts = defineMessages({ title: { en: 'Number ranges', de: 'Nummernkreise' } })

const { shape } = numberRangeSettings.schema
type Range = keyof typeof numberRanges

/** The settings of one range, as a group of its own that is saved with the others. */
function groupOf(range: Range): SettingGroup {
  const own = Object.entries(shape).filter(([key]) => key.startsWith(`${range}_`))
  const fields = Object.fromEntries(
    own.map(([key]) => [key, numberRangeParts[key.slice(range.length + 1) as keyof typeof numberRangeParts]]),
  )
  return {
    path: numberRangeSettings.path,
    schema: z.strictObject(Object.fromEntries(own)),
    labels: { title: numberRanges[range], fields },
  }
}
const groups = (Object.keys(numberRanges) as Range[]).map(groupOf)

/** What the numbers of each range look like. */
export function NumberRangesScreen() {
  const t = useTexts(texts)
  const read = useLabel()
  return (
    <Page title={t.title()} subtitle={read(numberRangeSettings.labels.help!)}>
      <div className="stack" style={{ maxWidth: 860 }}>
        {groups.map((group) => (
          <SettingsPanel key={group.labels.title.en} group={group} paired />
        ))}
      </div>
    </Page>
  )
}
