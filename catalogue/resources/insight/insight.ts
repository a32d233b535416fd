import { chartThemes, chartTypes, insightDefinition } from '@weft/kit/define/insight.ts'
import { defineResource } from '@weft/kit/define/resource.ts'
import { z } from 'zod'

export const insight = defineResource({
  table: 'insights',
  path: 'insights',
  scope: 'project',
  fields: {
    label: z.string().trim().min(1).max(191),
    chart_type: z.enum(chartTypes),
    theme: z.enum(chartThemes).default('default'),
    definition: insightDefinition,
  },
  list: { columns: ['label', 'chart_type'], search: ['label'], sort: 'label' },
  form: [['label'], ['chart_type', 'theme']],
  may: 'insights',
  labels: {
    one: { en: 'Insight', de: 'Auswertung' },
    many: { en: 'Insights', de: 'Auswertungen' },
    fields: {
      label: { en: 'Label', de: 'Bezeichnung' },
      chart_type: {
        label: { en: 'Chart type', de: 'Diagrammtyp' },
        options: {
          area: { en: 'Area', de: 'Fläche' },
          bar: { en: 'Bar', de: 'Balken' },
          column: { en: 'Column', de: 'Säule' },
          donut: { en: 'Donut', de: 'Donut' },
          line: { en: 'Line', de: 'Linie' },
          pie: { en: 'Pie', de: 'Kreis' },
          combo: { en: 'Columns and a line', de: 'Säulen und Linie' },
          number: { en: 'Number', de: 'Zahl' },
          table: { en: 'Table', de: 'Tabelle' },
          pivot: { en: 'Pivot', de: 'Pivot' },
          custom: { en: 'Custom', de: 'Individuell' },
        },
      },
      theme: {
        label: { en: 'Colours', de: 'Farben' },
        options: {
          default: { en: 'Standard', de: 'Standard' },
          ocean: { en: 'Ocean', de: 'Ozean' },
          forest: { en: 'Forest', de: 'Wald' },
          sunset: { en: 'Sunset', de: 'Abendrot' },
          grey: { en: 'Greys', de: 'Grautöne' },
        },
      },
      definition: { en: 'Definition', de: 'Definition' },
    },
  },
})
