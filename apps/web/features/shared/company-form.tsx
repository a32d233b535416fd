import { companyLabels, companySections, companyTitles, type CompanySection } from '@weft/kit/define/company.ts'
import { SectionForm } from '@weft/kit/ui/section-form.tsx'
import { useLabel } from '@weft/kit/ui/texts.ts'
import type { ReactNode } from 'react'

type Props = {
  /** The path of the company: `/clients/…`, `/partners/…`, `/company`. */
  at: string
  section: CompanySection
  readOnly: boolean
  refreshes?: string[]
  aside?: ReactNode
}

/** One part of what the product knows of a company, as a form. */
export function CompanyForm({ at, section, readOnly, refreshes, aside }: Props) {
  const read = useLabel()
  const { schema, rows } = companySections[section]
  return (
    <SectionForm
      key={`${at}/${section}`}
      label={read(companyTitles[section])}
      path={`${at}/${section}`}
      schema={schema}
      rows={rows}
      labels={companyLabels}
      readOnly={readOnly}
      {...(refreshes && { refreshes })}
      {...(aside !== undefined && { aside })}
    />
  )
}
