// English words too common to tell one line from another. Negations are not among them: they change meaning.

const LIST = `a about above after again all also am an and any are as at be because been before being below
between both but by can could did do does doing down during each few for from further had has have having he
her here hers herself him himself his how i if in into is it its itself just let like me more most my myself of
off on once only or other our ours ourselves out over own really same she should so some such than that the
their theirs them themselves then there these they this those through to too under until up us very was we were
what when where which while who whom why will with would you your yours yourself yourselves im ive id ill youre
hes shes its were theyre thats whats lets gonna got get oh hey hi yeah yes ok okay well`;

export const STOP_WORDS: ReadonlySet<string> = new Set(LIST.split(/\s+/));
