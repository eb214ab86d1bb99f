// The types of web.example.com/v1.
import type { Condition, Int32, Int64, ObjectMeta } from 'pinnace/types/meta/v1';

/**
 * A site with pages, each of which becomes a ConfigMap.
 * @resource shortName=site
 * @subresource status
 * @printcolumn name=Pages type=integer jsonPath=.status.pages
 * @printcolumn name=Ready type=string jsonPath=.status.conditions[?(@.type=="Ready")].status
 * @storageversion
 * @genclient
 */
export interface Site {
  apiVersion: 'web.example.com/v1';
  kind: 'Site';
  metadata: ObjectMeta;
  spec: SiteSpec;
  status?: SiteStatus;
}

/** What is wanted. */
export interface SiteSpec {
  /**
   * What every page is called.
   * @minLength 1
   */
  title: string;
  /**
   * The pages by name.
   * @maxProperties 50
   */
  pages?: Record<string, string>;
}

/** How it stands. */
export interface SiteStatus {
  /** The generation that this status is about. */
  observedGeneration?: Int64;
  /** How many pages there are. */
  pages?: Int32;
  /**
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
}
