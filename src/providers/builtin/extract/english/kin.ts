// English words for the people in someone's life, as one alternation for the patterns that need it.

export const KIN =
  "wife|husband|spouse|partner|fianc[eé]e?|girlfriend|boyfriend|mother|father|mom|mum|dad|mama|papa|parents?|sister|brother|siblings?|son|daughter|kids?|child|children|baby|twins|aunt|auntie|uncle|cousins?|niece|nephew|grandma|grandpa|grandmother|grandfather|grandparents|granny|nan|in-laws|family|stepmom|stepdad|roommates?|flatmates?|best friend|friends?|buddy|buddies|neighbou?rs?|boss|coach|mentor|colleagues?|coworkers?|co-workers?|teammates?|manager|godson|goddaughter";
