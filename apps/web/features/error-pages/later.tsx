import { Button } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { IconHourglass } from '@tabler/icons-react'
import { Link, useMatches } from '@tanstack/react-router'

const texts = defineMessages({
  title: { en: 'This part is not in this version yet', de: 'Dieser Teil ist in dieser Version noch nicht enthalten' },
  text: {
    en: '“{name}” comes with a later version of Weft and will then be at this address.',
    de: '„{name}“ kommt mit einer späteren Version von Weft und steht dann unter dieser Adresse.',
  },
  back: { en: 'To the dashboard', de: 'Zum Dashboard' },
})

/** What addresses say whose subject this version does not have. */
export function LaterScreen() {
  const t = useTexts(texts)
  const read = useLabel()
  const title = useMatches({ select: (matches) => matches.at(-1)!.staticData.title })
  const name = title ? read(title) : ''
  return (
    <Page title={name}>
      <EmptyState
        icon={IconHourglass}
        title={t.title()}
        text={t.text({ name })}
        action={
          <Button variant="default" component={Link} to="/dashboard">
            {t.back()}
          </Button>
        }
      />
    </Page>
  )
}
