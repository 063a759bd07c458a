/** A cell of HELM's tables (helm/benchmark/presentation/table.py). The fields have the order in which HELM writes them. */
export interface HelmCell {
  /** absent instead of null, because HELM drops nulls */
  readonly value?: number | string;
  readonly display_value?: string;
  readonly description?: string;
  readonly href?: string;
  readonly style?: Readonly<Record<string, string>>;
  readonly markdown: boolean;
  readonly run_spec_names?: readonly string[];
}

export interface HelmHeaderCell extends HelmCell {
  readonly lower_is_better?: boolean;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface HelmLink {
  readonly text: string;
  readonly href: string;
}

export interface HelmTable {
  readonly title: string;
  readonly header: readonly HelmHeaderCell[];
  readonly rows: readonly (readonly HelmCell[])[];
  readonly links: readonly HelmLink[];
  readonly name?: string;
  readonly description?: string;
}

/** Makes a cell with its fields in HELM's order and without undefined fields. */
export function helmCell(
  value: number | string | null,
  more: {
    readonly description?: string | undefined;
    readonly href?: string | undefined;
    readonly style?: Readonly<Record<string, string>> | undefined;
    readonly markdown?: boolean;
    readonly runSpecNames?: readonly string[] | undefined;
  } = {},
): HelmCell {
  return {
    ...(value === null ? {} : { value }),
    ...(more.description === undefined ? {} : { description: more.description }),
    ...(more.href === undefined ? {} : { href: more.href }),
    ...(more.style === undefined ? {} : { style: more.style }),
    markdown: more.markdown ?? false,
    ...(more.runSpecNames === undefined ? {} : { run_spec_names: more.runSpecNames }),
  };
}

export function helmHeader(
  value: string,
  more: {
    readonly description?: string;
    readonly lowerIsBetter?: boolean | undefined;
    readonly metadata?: Readonly<Record<string, string>>;
  } = {},
): HelmHeaderCell {
  return {
    ...helmCell(value, more),
    ...(more.lowerIsBetter === undefined ? {} : { lower_is_better: more.lowerIsBetter }),
    metadata: more.metadata ?? {},
  };
}
