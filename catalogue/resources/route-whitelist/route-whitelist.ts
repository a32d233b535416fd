import { ipRange } from '@weft/kit/define/ip-range.ts'
import { defineResource } from '@weft/kit/define/resource.ts'
import { z } from 'zod'

/** From where a route of the API may be called. An active entry closes its route to every address that no entry names. */
export const routeWhitelist = defineResource({
  table: 'route_whitelists',
  path: 'route_whitelists',
  scope: 'provider',
  fields: {
    route: z.string().trim().min(1).max(300),
    addresses: z.array(ipRange).max(200).default([]),
    description: z.string().trim().max(2_000).default(''),
    active: z.boolean().default(false),
    public: z.boolean().default(true),
    users: z.array(z.uuid()).max(500).default([]),
  },
  list: {
    columns: ['route', 'addresses', 'description', 'public', 'active'],
    search: ['route', 'description', 'addresses'],
    sort: 'route',
  },
  form: [['route'], ['addresses'], ['description'], ['public'], ['users'], ['active']],
  may: 'system',
  labels: {
    one: { en: 'Whitelist entry', de: 'Whitelist-Eintrag' },
    many: { en: 'Whitelist entries', de: 'Whitelist-Einträge' },
    fields: {
      route: {
        label: { en: 'Route', de: 'Route' },
        help: {
          en: 'A path of the API; /* at its end means everything below.',
          de: 'Ein Pfad der API; /* am Ende bedeutet alles darunter.',
        },
      },
      addresses: {
        label: { en: 'IP addresses', de: 'IP-Adressen' },
        help: {
          en: 'Addresses, ranges such as 10.0.0.0/8, patterns such as 192.168.*, or * for all.',
          de: 'Adressen, Bereiche wie 10.0.0.0/8, Muster wie 192.168.* oder * für alle.',
        },
      },
      description: { en: 'Description', de: 'Beschreibung' },
      active: {
        label: { en: 'Active', de: 'Aktiv' },
        help: { en: 'Needs at least one address.', de: 'Benötigt mindestens eine Adresse.' },
      },
      public: {
        label: { en: 'Public', de: 'Öffentlich' },
        help: {
          en: 'Everybody may call the route from these addresses, otherwise only the users below.',
          de: 'Von diesen Adressen darf jeder die Route aufrufen, sonst nur die unten genannten Benutzer.',
        },
      },
      users: { en: 'Users', de: 'Benutzer' },
    },
  },
})
