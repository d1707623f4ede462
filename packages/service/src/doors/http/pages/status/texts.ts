import type { Texts } from '../../html/language.ts';

/** What the page of the status says. Times are already written as the language writes them. */
type StatusTexts = {
  title: string;
  description: string;
  operational: string;
  operationalSince(time: string): string;
  degraded(since: string, reason: string): string;
  served: {
    title: string;
    head: [what: string, now: string];
    publication: string;
    number(publication: number, time: string): string;
    companies: string;
    for_programs: string;
  };
  incidents: {
    title: string;
    none: string;
    noneSince(time: string): string;
    head: [from: string, until: string, what: string];
    going_on: string;
  };
};

/** Reasons of incidents are in English in each language: the service notes them as they happen. */
export const statusTexts = {
  en: {
    title: 'Status',
    description: 'Whether Readymark works as it should, and incidents since this node started.',
    operational: 'All parts are operational.',
    operationalSince: (time) => `All parts are operational since ${time}.`,
    degraded: (since, reason) => `Service is degraded since ${since}: ${reason} Scores stay readable.`,
    served: {
      title: 'What is served',
      head: ['What', 'Now'],
      publication: 'Newest publication',
      number: (publication, time) => `number ${publication}, ${time}`,
      companies: 'Companies listed',
      for_programs: 'For programs: the same address as JSON (Accept: application/json), and /readyz for this moment.',
    },
    incidents: {
      title: 'Incidents',
      none: 'None since this node started, when this node started to note them.',
      noneSince: (time) => `None since ${time}, when this node started to note them.`,
      head: ['From', 'Until', 'What'],
      going_on: 'not over yet',
    },
  },
  de: {
    title: 'Status',
    description: 'Ob Readymark arbeitet, wie es soll, und Störungen seit dem Start dieses Knotens.',
    operational: 'Alle Teile arbeiten.',
    operationalSince: (time) => `Alle Teile arbeiten seit ${time}.`,
    degraded: (since, reason) => `Der Dienst ist seit ${since} eingeschränkt: ${reason} Bewertungen bleiben lesbar.`,
    served: {
      title: 'Was ausgeliefert wird',
      head: ['Was', 'Jetzt'],
      publication: 'Neueste Veröffentlichung',
      number: (publication, time) => `Nummer ${publication}, ${time}`,
      companies: 'Unternehmen auf der Liste',
      for_programs:
        'Für Programme: dieselbe Adresse als JSON (Accept: application/json), und /readyz für diesen Augenblick.',
    },
    incidents: {
      title: 'Störungen',
      none: 'Keine seit dem Start dieses Knotens.',
      noneSince: (time) => `Keine seit ${time}, dem Beginn der Aufzeichnung dieses Knotens.`,
      head: ['Von', 'Bis', 'Was'],
      going_on: 'dauert an',
    },
  },
} satisfies Texts<StatusTexts>;
