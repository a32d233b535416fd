import { Button, Group, Select, Stack, TextInput } from '@mantine/core'
import { dataStructure } from '@weft/catalogue/resources/data-structure/data-structure.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { labelOf } from '@weft/kit/ui/form/describe.ts'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { IconCopyPlus } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { projectHome } from './place.ts'
import { complaintsOf, type DataStructure } from './structure.ts'

const texts = defineMessages({
  open: { en: 'Take over from library', de: 'Aus Bibliothek übernehmen' },
  about: {
    en: 'The provider and your partner keep these data structures ready. What you take over is your own from then on, with a table of its own.',
    de: 'Diese Datenstrukturen halten der Anbieter und Ihr Partner bereit. Was Sie übernehmen, gehört ab dann Ihnen, mit einer eigenen Tabelle.',
  },
  which: { en: 'Data structure', de: 'Datenstruktur' },
  fields: {
    en: '{count, plural, one {# field} other {# fields}}',
    de: '{count, plural, one {# Feld} other {# Felder}}',
  },
  take: { en: 'Take over', de: 'Übernehmen' },
  taken: { en: 'Taken over', de: 'Übernommen' },
})

const path = '/structure_library'
const names = ['label', 'class_name', 'table_name'] as const

/** Makes a structure that the provider or the partner offers the project's own; absent while nothing is offered. */
export function TakeOver() {
  const t = useTexts(texts)
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const { data: offered = [] } = useQuery({
    queryKey: [path, 'offered'],
    enabled: may('structures.create'),
    queryFn: async ({ signal }): Promise<DataStructure[]> =>
      (await api.get(path, { noPagination: true }, { signal, quiet: true })).data,
  })
  if (offered.length === 0) return null
  return (
    <>
      <Button variant="default" leftSection={<IconCopyPlus size={15} />} onClick={() => setOpen(true)}>
        {t.open()}
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={t.open()} size={560}>
        <Choice offered={offered} />
      </Dialog>
    </>
  )
}

function Choice({ offered }: { offered: DataStructure[] }) {
  const t = useTexts(texts)
  const read = useLabel()
  const navigate = useNavigate()
  const [chosen, choose] = useState(offered[0]!)
  const [written, write] = useState<Partial<Record<(typeof names)[number], string>>>({})
  const take = useMutation({
    mutationFn: async () =>
      (await api.post('/data_structures/take_over', { from: chosen.id, ...written }, { quiet: true, timeout: false }))
        .data,
    onSuccess: async ({ id }) => {
      toast({ title: t.taken(), message: written.label ?? chosen.label, tone: 'green' })
      await refresh('/data_structures')
      await navigate({ to: `${projectHome}/${id}` })
    },
  })
  const errors: Record<string, string[]> = take.error ? complaintsOf(take.error) : {}
  return (
    <form onSubmit={(event) => (event.preventDefault(), take.mutate())}>
      <p style={{ marginBottom: 12 }}>{t.about()}</p>
      <Stack gap="xs">
        <Select
          label={t.which()}
          description={chosen.description || t.fields({ count: chosen.fields.length })}
          allowDeselect={false}
          data={offered.map(({ id, label }) => ({ value: id, label }))}
          value={chosen.id}
          onChange={(id) => {
            choose(offered.find((one) => one.id === id)!)
            write({})
          }}
        />
        {names.map((name) => (
          <TextInput
            key={name}
            label={read(labelOf(name, dataStructure.fields[name], dataStructure.labels.fields[name]).label)}
            value={written[name] ?? chosen[name]}
            error={errors[name]?.[0]}
            onChange={(event) => write({ ...written, [name]: event.currentTarget.value })}
          />
        ))}
        {errors['']?.map((said) => (
          <p key={said} role="alert" style={{ color: 'var(--red)' }}>
            {said}
          </p>
        ))}
      </Stack>
      <Group justify="flex-end" mt="md">
        <Button type="submit" loading={take.isPending}>
          {t.take()}
        </Button>
      </Group>
    </form>
  )
}
