/** The index cannot hold a key, a value or an amount: the record that it comes from is damaged, or the program has a fault. */
export class IndexLimit extends Error {}
